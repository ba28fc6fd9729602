/** The package's own types are not among its exports. What we call of it. */
declare module '@resvg/resvg-wasm' {
  export function initWasm(file: Uint8Array<ArrayBuffer>): Promise<void>
  export class Resvg {
    constructor(
      svg: Uint8Array | string,
      options: { fitTo: { mode: 'width' | 'height'; value: number }; font: { fontBuffers: Uint8Array[] } },
    )
    readonly width: number
    readonly height: number
    render(): {
      asPng(): Uint8Array
      readonly pixels: Uint8Array
      readonly width: number
      readonly height: number
      free(): void
    }
    free(): void
  }
}
