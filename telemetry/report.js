// The read-out: a line at the pointer in every chart over time, and each curve's value there.
// Without this script the page lacks nothing else.
"use strict";
(() => {
  const charts = [...document.querySelectorAll("svg[data-end]")].map((svg) => {
    const box = svg.viewBox.baseVal, set = svg.dataset;
    const lines = [...svg.querySelectorAll("polyline[data-curve]")];
    return {
      svg, end: +set.end, low: +set.low, high: +set.high, log: set.log === "1",
      top: 8, bottom: box.height - 22, left: 58, right: box.width - 10, width: box.width,
      cursor: svg.querySelector(".cursor"),
      keys: [...svg.parentNode.querySelectorAll(".key[data-curve]")],
      points: lines.map((line) => ({
        curve: line.dataset.curve,
        at: line.getAttribute("points").split(" ").map((pair) => pair.split(",").map(Number)),
      })),
    };
  });

  const value = (chart, y) => {
    const share = (chart.bottom - y) / (chart.bottom - chart.top);
    return chart.log ? chart.low * Math.pow(chart.high / chart.low, share)
                     : chart.low + share * (chart.high - chart.low);
  };

  // The lowest and highest place of a curve in the pointer's column of pixels.
  const places = (chart, curve, x) => {
    const found = [];
    for (const line of chart.points) {
      if (line.curve !== curve) continue;
      const at = line.at;
      if (x < at[0][0] - 1 || x > at[at.length - 1][0] + 1) continue;
      let low = 0, high = at.length - 1;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (at[middle][0] < x) low = middle; else high = middle;
      }
      const [a, b] = [at[low], at[high]], run = b[0] - a[0];
      found.push(run > 0 ? a[1] + (b[1] - a[1]) * Math.min(1, Math.max(0, (x - a[0]) / run)) : a[1]);
      for (let i = low; i >= 0 && at[i][0] > x - 0.7; i--) found.push(at[i][1]);
      for (let i = high; i < at.length && at[i][0] < x + 0.7; i++) found.push(at[i][1]);
    }
    return found;
  };

  const words = (number) => String(+number.toPrecision(3)).replace("-", "\u2212");

  const show = (time) => {
    for (const chart of charts) {
      const x = chart.left + time / chart.end * (chart.right - chart.left);
      chart.cursor.setAttribute("visibility", time === null ? "hidden" : "visible");
      chart.cursor.setAttribute("x1", x);
      chart.cursor.setAttribute("x2", x);
      for (const key of chart.keys) {
        const found = time === null ? [] : places(chart, key.dataset.curve, x);
        const values = found.map((y) => value(chart, y)).sort((a, b) => a - b);
        const first = values.length ? words(values[0]) : "";
        const last = values.length ? words(values[values.length - 1]) : "";
        const apart = Math.max(...found) - Math.min(...found) > 2;
        key.querySelector("output").textContent = apart ? `${first} … ${last}` : first;
      }
    }
    document.getElementById("time").textContent = time === null ? "" : `at ${time.toFixed(3)} s`;
  };

  for (const chart of charts) {
    chart.svg.addEventListener("pointermove", (event) => {
      const box = chart.svg.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * chart.width;
      const share = (x - chart.left) / (chart.right - chart.left);
      show(share >= 0 && share <= 1 ? share * chart.end : null);
    });
    chart.svg.addEventListener("pointerleave", () => show(null));
  }
})();
