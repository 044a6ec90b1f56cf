/* What a reader chooses in the page, with WebGL or without: units, dark or light; and how elements are made. */
"use strict";

const root = document.documentElement;
const asked = new URLSearchParams(location.search);

const remembered = (key) => { try { return localStorage.getItem(`sprue-report-${key}`); } catch { return null; } };
const remember = (key, value) => { try { localStorage.setItem(`sprue-report-${key}`, value); } catch { /* kept shut */ } };

const units = {
  inches: false,
  of: (pair) => pair[units.inches ? 1 : 0],
  show(inches) {
    units.inches = inches;
    root.classList.toggle("inches", inches);
    for (const each of document.querySelectorAll("[data-in]")) {
      each.dataset.mm ??= each.textContent;
      each.textContent = inches ? each.dataset.in : each.dataset.mm;
    }
  },
  value(value, unit) {
    if (unit === "°") return `${value.toFixed(2)}°`;
    if (unit !== "mm") return `${+value.toPrecision(3)}${unit ? ` ${unit}` : ""}`;
    if (Math.abs(value) < 5e-3) value = 0;
    const size = Math.abs(value), digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
    return units.inches ? `${(value / 25.4).toFixed(digits + 2)} in` : `${value.toFixed(digits)} mm`;
  },
};

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
};

const themeNow = () => root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
