import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm'

/*
 * Reads barcodes from pictures of the camera, beside the page, so that the page never stutters. The reader is ours to serve: by itself it would
 * fetch its wasm from a stranger.
 */
const loaded = prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
loaded.then(
  () => postMessage({ kind: 'ready' }),
  () => postMessage({ kind: 'failed' }),
)

const FORMATS: ReaderOptions['formats'] = ['QRCode', 'Aztec', 'Code128']
/** A harder look takes twice as long: it is for pictures in which the quick one has found nothing, now and then. */
const HARDER_EVERY = 4

let looks = 0
let canvas: OffscreenCanvas | undefined

addEventListener('message', async ({ data }: MessageEvent<{ bitmap: ImageBitmap }>) => {
  const { bitmap } = data
  try {
    looks += 1
    const [code] = await readBarcodes(pixelsOf(bitmap), {
      formats: FORMATS,
      maxNumberOfSymbols: 1,
      tryHarder: looks % HARDER_EVERY === 0,
    })
    postMessage({ kind: 'read', text: code?.isValid ? code.text : null })
  } catch {
    // A picture that cannot be read is no reason to stop.
    postMessage({ kind: 'read', text: null })
  }
})

function pixelsOf(bitmap: ImageBitmap): ImageData {
  const { width, height } = bitmap
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas to read from')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}
