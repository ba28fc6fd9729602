/**
 * The widths at which a page changes its shape, in all faces; a style sheet writes the number, since a media query takes no variable, and
 * `tests/rules/styles.test.ts` knows no others. What only has to fit wraps by itself (`auto-fit`, `flex-wrap`) and needs none of them.
 */
export const BREAKPOINTS = {
  /** Up to here a phone, held upright: one column, and what is minor is left out. */
  phone: '34rem',
  /** Up to here a large phone or a small tablet: fields share a row, tables show what matters. */
  narrow: '44rem',
  /** From here a desk, or a tablet on its side: things stand beside each other. */
  desk: '64rem',
}
