/** How wide an uploaded picture is made: for the first of a page, and for smaller screens and places. */
export const PICTURE_WIDTHS = [1600, 960, 480]

const UPLOADED = /^(.*\/pictures\/\d+\/[0-9a-f]{32})(\.(?:png|jpg|webp))$/

/** Of a picture that was uploaded here the browser fetches no more than it shows; one that is elsewhere has one size. */
export function sizesAt(address: string): string | undefined {
  const [, stem, ending] = UPLOADED.exec(address) ?? []
  return stem && PICTURE_WIDTHS.map((width) => `${stem}-${width}${ending} ${width}w`).join(', ')
}
