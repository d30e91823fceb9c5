(function () {
  "use strict";
  var charts = JSON.parse(document.getElementById("charts").textContent);
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  var narrow = window.matchMedia("(max-width: 40rem)");
  var LIGHT = { ink: "#1b1f24", line: "#d0d7de", box: "#ffffff", region: "rgba(179, 88, 6, 0.18)", edge: "#b35806",
    series: ["#0b5cad", "#b35806", "#1b7837", "#762a83", "#57606a", "#c51b7d"] };
  var DARK = { ink: "#e6edf3", line: "#36404b", box: "#1a2129", region: "rgba(240, 182, 77, 0.2)", edge: "#f0b64d",
    series: ["#7cb8ff", "#f0b64d", "#6fd08c", "#d2a8ff", "#a3adb8", "#ff9bce"] };

  function axis(given, colours) {
    var title = Object.assign({ standoff: 8 }, given.title);
    return Object.assign({ automargin: true, gridcolor: colours.line, zerolinecolor: colours.ink,
      linecolor: colours.line, fixedrange: narrow.matches }, given, { title: title });
  }

  function layout(chart, colours) {
    var own = chart.layout;
    return Object.assign({}, own, {
      xaxis: axis(own.xaxis, colours), yaxis: axis(own.yaxis, colours),
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", colorway: colours.series,
      font: { color: colours.ink, family: "system-ui, sans-serif", size: narrow.matches ? 11 : 13 },
      hoverlabel: { bgcolor: colours.box, bordercolor: colours.line, font: { color: colours.ink }, align: "left" },
      margin: { l: 48, r: 16, t: 12, b: 44 }, hovermode: "closest", autosize: true,
      legend: { orientation: "h", yref: "container", y: 0, yanchor: "bottom", x: 0 },
      shapes: own.shapes.map(function (shape) {
        var line = Object.assign({}, shape.line, { color: colours.edge });
        return Object.assign({}, shape, { fillcolor: colours.region, line: line });
      })
    });
  }

  function draw(colours) {
    charts.forEach(function (chart, k) {
      var traces = chart.traces.map(function (trace) { return Object.assign({}, trace); });
      Plotly.react("chart-" + k, traces, layout(chart, colours), { responsive: true, displayModeBar: false,
        typesetMath: false });
    });
  }

  function redraw() { draw(dark.matches ? DARK : LIGHT); }

  redraw();
  dark.addEventListener("change", redraw);
  narrow.addEventListener("change", redraw);
  window.addEventListener("beforeprint", function () { draw(LIGHT); });
  window.addEventListener("afterprint", redraw);
  document.documentElement.dataset.charts = String(charts.length);
})();
