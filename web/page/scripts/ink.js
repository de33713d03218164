// Strokes over the board: what is being drawn, and what was drawn until coversat's picture follows.

import { unkey } from "./cells.js";

const SVG = "http://www.w3.org/2000/svg";

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export class Ink {
  constructor() {
    this.element = shape("svg", { class: "ink", "aria-hidden": "true" });
    this.layers = { marked: shape("g", { class: "marked" }), known: shape("g", { class: "known" }), waiting: shape("g", { class: "waiting" }), shown: shape("g", { class: "shown" }), stroke: shape("g", { class: "stroke" }) };
    this.element.append(...Object.values(this.layers));
  }

  /** Follow a board to another frame; what was drawn is in its picture now. */
  lay(frame) {
    this.frame = frame;
    this.element.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.layers.waiting.replaceChildren();
  }

  /** What is being drawn: groups of cells, as lines or as areas. */
  draw(groups, gesture = "line") {
    this.#fill("stroke", groups, gesture);
  }

  /** What was drawn and is not in the picture yet. */
  wait(groups, gesture = "line") {
    this.#fill("waiting", groups, gesture);
  }

  /** The cells of a rule that is pointed at in a list. */
  highlight(groups) {
    this.#fill("shown", groups, "cells");
  }

  /** Lines that somebody drew, and crosses, between centres of cells or along their borders. */
  mark(lines, borders) {
    this.layers.marked.replaceChildren(...Object.entries(lines).map(([line, on]) => this.#edge(line, on, borders)));
  }

  /** What hints said of lines and cells that show no digit: a line or a cross, a square or a dot. */
  know(facts, borders) {
    const shapes = facts.map(({ cell, line, on }) => {
      if (line) return this.#edge(line, on, borders);
      if (!cell) return null;
      const [x, y] = this.#middle(cell);
      return on ? shape("rect", { x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8 }) : shape("circle", { cx: x, cy: y, r: 0.08 });
    });
    this.layers.known.replaceChildren(...shapes.filter(Boolean));
  }

  /** A line, or a cross in its middle. */
  #edge(line, on, borders) {
    const { left, top } = this.frame;
    const shift = borders ? 0 : 0.5;
    const [[y1, x1], [y2, x2]] = line.split("|").map((end) => unkey(end)).map(([y, x]) => [y + top + shift, x + left + shift]);
    if (on) return shape("line", { x1, y1, x2, y2 });
    const [y, x] = [(y1 + y2) / 2, (x1 + x2) / 2];
    return shape("path", { d: `M${x - 0.09} ${y - 0.09}l0.18 0.18m0 -0.18l-0.18 0.18` });
  }

  #fill(layer, groups, gesture) {
    const shapes = groups.filter((cells) => cells.length).flatMap((cells) => (gesture === "line" || gesture === "pair" ? this.#line(cells) : this.#area(cells)));
    this.layers[layer].replaceChildren(...shapes);
  }

  #middle([r, c]) {
    return [this.frame.left + c + 0.5, this.frame.top + r + 0.5];
  }

  #line(cells) {
    const points = cells.map((cell) => this.#middle(cell));
    const [x, y] = points[0];
    return [shape("circle", { cx: x, cy: y, r: 0.22 }), shape("polyline", { points: points.map((point) => point.join()).join(" ") })];
  }

  #area(cells) {
    return cells.map((cell) => {
      const [x, y] = this.#middle(cell);
      return shape("rect", { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.1 });
    });
  }
}
