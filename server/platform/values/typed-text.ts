/**
 * A code of letters and digits as people type it: in any case, in groups or not, and with the letters that they write for digits. Codes that
 * are typed have no I, L and O.
 */
export const asTypedText = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** The number of a member as people type it: in any case, and with or without what stands between its letters and digits. */
export const asNumberText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
