/** How wide an uploaded picture is made: for the first of a page, and for smaller screens and places. */
export const PICTURE_WIDTHS = [1600, 960, 480]

const ENDING = /\.(?:png|jpg|webp)$/
const STEM = /\/pictures\/\d{1,15}\/[0-9a-f]{32}$/

/** Of a picture that was uploaded here the browser fetches no more than it shows; one that is elsewhere has one size. */
export function sizesAt(address: string): string | undefined {
  const [ending = ''] = ENDING.exec(address) ?? []
  const stem = address.slice(0, address.length - ending.length)
  if (ending === '' || !STEM.test(stem)) return undefined
  return PICTURE_WIDTHS.map((width) => `${stem}-${width}${ending} ${width}w`).join(', ')
}
