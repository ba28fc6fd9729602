/** Of more points a picture is no logo: unpacked it would fill the memory of the server that prints it and of the reader's device. */
const POINTS_MAX = 2_000_000

export const isPictureSize = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width * height <= POINTS_MAX

/** What every picture of a file says about itself. */
export const pictureEntries = (width: number, height: number, colourSpace: string, bits: number): string =>
  `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${colourSpace} /BitsPerComponent ${bits}`
