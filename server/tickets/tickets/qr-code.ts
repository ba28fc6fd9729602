import QRCode, { type QRCodeSegment } from 'qrcode'

/** Four modules of white around it, as the standard asks; scratches and folds of 15 % can be read. */
const LOOK = { errorCorrectionLevel: 'M', margin: 4 } as const
const PIXELS_A_MODULE = 8

export const qrSvg = (barcode: string): Promise<string> => QRCode.toString(contentOf(barcode), { ...LOOK, type: 'svg' })

export const qrPng = (barcode: string): Promise<Buffer> =>
  QRCode.toBuffer(contentOf(barcode), { ...LOOK, type: 'png', scale: PIXELS_A_MODULE })

/** What this mode of QR codes can say is one run of it; saying so spares the search for the best way to cut it up. */
const contentOf = (barcode: string): string | QRCodeSegment[] =>
  /^[0-9A-Z $%*+\-./:]+$/.test(barcode) ? [{ data: barcode, mode: 'alphanumeric' }] : barcode

/**
 * The mask of a code breaks up large patches of one colour; a signature is chance already. Of 120 noisy codes a setting, 30 to 39 %
 * were read with a fixed mask and 35 % with the best of the eight, so that no gain by the best one was seen; finding it took a fifth
 * of the time of a printed ticket (bench/pdf.ts).
 */
const MASK_OF_CHANCE = 2 as const
const SIGNED = /^[0-9A-Z]{100,}$/

/** The same code as its squares, without the white around it, for code that draws it. */
export function qrCells(barcode: string): { size: number; isDark: (row: number, column: number) => boolean } {
  const { errorCorrectionLevel } = LOOK
  const mask = SIGNED.test(barcode) ? { maskPattern: MASK_OF_CHANCE } : {}
  const { modules } = QRCode.create(contentOf(barcode), { errorCorrectionLevel, ...mask })
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 }
}
