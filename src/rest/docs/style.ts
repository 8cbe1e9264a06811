import { PAGE_COLOURS } from "../../pages/page_style.ts";
import { TEXT_STYLE } from "./text_style.ts";

/** The looks of the documentation, in the colours of our other pages. */
export const DOCS_STYLE = `${PAGE_COLOURS}*,
::before,
::after {
  box-sizing: border-box;
}
[hidden] {
  display: none !important;
}
html {
  scroll-padding-top: 4.5rem;
}
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
a {
  color: var(--accent);
  text-underline-offset: 0.2em;
}
a:hover {
  color: var(--strong);
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}
.skip:not(:focus) {
  position: absolute;
  left: -99rem;
}
.top {
  position: sticky;
  top: 0;
  z-index: 2;
  display: flex;
  gap: 1rem;
  align-items: center;
  padding: 0.6rem 1.25rem;
  border-bottom: 1px solid var(--line);
  background: var(--card);
}
.top a {
  padding: 0.5rem 0;
  text-decoration: none;
}
.brand {
  display: flex;
  gap: 0.6rem;
  align-items: center;
  margin-right: auto;
  color: inherit;
  font-weight: 600;
  white-space: nowrap;
}
.contents {
  display: none;
}
.search {
  position: relative;
  flex: 0 1 22rem;
}
.search input {
  width: 100%;
  min-height: 2.5rem;
  padding: 0 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 0.5rem;
  background: var(--page);
  color: inherit;
  font: inherit;
}
.suggested {
  position: absolute;
  right: 0;
  left: 0;
  max-height: 70vh;
  margin: 0.35rem 0 0;
  padding: 0.35rem;
  overflow-y: auto;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--card);
  box-shadow: 0 12px 32px rgb(0 0 0 / 16%);
  list-style: none;
}
.suggested a {
  display: flex;
  gap: 1rem;
  justify-content: space-between;
  padding: 0.5rem 0.6rem;
  border-radius: 0.4rem;
  color: inherit;
}
.suggested a:hover,
.suggested a:focus {
  background: var(--chosen);
}
.suggested span {
  flex: 0 1 auto;
  max-width: 40%;
  overflow: hidden;
  color: var(--soft);
  text-overflow: ellipsis;
  white-space: nowrap;
}
.columns {
  display: grid;
  grid-template-columns: 15rem minmax(0, 46rem) minmax(0, 14rem);
  gap: 0 2.5rem;
  max-width: 84rem;
  margin: 0 auto;
  padding: 0 1.25rem;
}
nav,
aside {
  position: sticky;
  top: 3.8rem;
  align-self: start;
  max-height: calc(100vh - 3.8rem);
  padding: 1.25rem 0 2rem;
  overflow-y: auto;
  font-size: 0.9rem;
}
nav h2,
aside h2 {
  margin: 1.1rem 0 0.25rem;
  color: var(--soft);
  font-size: 0.8rem;
}
nav ul,
aside ul {
  margin: 0;
  padding: 0;
  list-style: none;
}
nav li a,
aside li a {
  display: block;
  padding: 0.25rem 0.6rem;
  border-radius: 0.4rem;
  color: inherit;
  text-decoration: none;
  overflow-wrap: anywhere;
}
aside li a {
  color: var(--soft);
}
nav li a:hover,
aside li a:hover,
nav [aria-current] {
  background: var(--chosen);
}
nav [aria-current] {
  font-weight: 600;
}
main {
  min-width: 0;
  padding: 1.5rem 0 5rem;
  overflow-wrap: anywhere;
}
${TEXT_STYLE}@media (max-width: 75rem) {
  .columns {
    grid-template-columns: 14rem minmax(0, 1fr);
  }
  aside {
    display: none;
  }
}
@media (max-width: 48rem) {
  .top {
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    padding: 0.4rem 1rem;
  }
  .search {
    flex: 1 0 100%;
    order: 1;
  }
  .contents {
    display: block;
  }
  .columns {
    display: block;
    padding: 0 1rem;
  }
  nav {
    display: none;
    position: static;
    max-height: none;
  }
  nav:target {
    display: block;
  }
  nav li a {
    padding: 0.6rem;
  }
  button {
    min-height: 2.75rem;
  }
  html {
    scroll-padding-top: 7rem;
  }
}
@media print {
  .top,
  nav,
  aside,
  .copy,
  .languages {
    display: none;
  }
}
`;
