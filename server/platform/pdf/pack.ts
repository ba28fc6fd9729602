import { deflateSync } from 'node:zlib'

/** A stream of a file. At once: handing a few kilobytes to another thread took longer than packing them (bench/pdf.ts). */
export const pack = (plain: Buffer): Buffer => deflateSync(plain)
