import QRCode, { type QRCodeSegment } from 'qrcode'

/** Four modules of white around it, as the standard asks; scratches and folds of 15 % can be read. */
const LOOK = { errorCorrectionLevel: 'M', margin: 4 } as const
const PIXELS_A_MODULE = 8

export const qrSvg = (barcode: string): Promise<string> => QRCode.toString(contentOf(barcode), { ...LOOK, type: 'svg' })

export const qrPng = (barcode: string): Promise<Buffer> =>
  QRCode.toBuffer(contentOf(barcode), { ...LOOK, type: 'png', scale: PIXELS_A_MODULE })

/** A signed barcode is one run of letters and digits; saying so spares the search for the best way to cut it up. */
const contentOf = (barcode: string): string | QRCodeSegment[] =>
  /^[0-9A-Z]+$/.test(barcode) ? [{ data: barcode, mode: 'alphanumeric' }] : barcode

/** The same code as its squares, without the white around it, for whoever draws it. */
export function qrCells(barcode: string): { size: number; isDark: (row: number, column: number) => boolean } {
  const { modules } = QRCode.create(contentOf(barcode), { errorCorrectionLevel: LOOK.errorCorrectionLevel })
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 }
}
