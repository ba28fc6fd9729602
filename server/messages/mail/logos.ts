import { LRUCache } from 'lru-cache'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { isForLater, type Parsers } from '../../platform/parsing/parsers.ts'
import { drawSvgs, isSvg } from '../../platform/pictures/draw-svg.ts'
import { pictureHead } from '../../platform/pictures/picture-head.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import type { Attachment } from './mail.ts'

/** An organisation's logo as it stands in a mail; undefined where there is none to be had. */
export type FindLogo = (address: string | null) => Promise<Attachment | undefined>

export type LogoDeps = { findLogo: FindLogo; parsers: Parsers }

const BYTES_MAX = 64 * 1024
const TIMEOUT_MS = 5_000
const LOGOS_MAX = 200
/** Of a vector graphic, in points: enough for a ticket that is printed and a screen with three points to each. */
export const LOGO_WIDTH = 480
const DRAWN = { width: LOGO_WIDTH, height: 240 }

/** By their first bytes: what a server says about a file is no proof. Mail programs show these. */
const KINDS = [
  { begins: Buffer.from([0x89, 0x50, 0x4e, 0x47]), type: 'image/png', ending: 'png' },
  { begins: Buffer.from([0xff, 0xd8, 0xff]), type: 'image/jpeg', ending: 'jpg' },
  { begins: Buffer.from('GIF8'), type: 'image/gif', ending: 'gif' },
]

/**
 * A logo goes inside the mail, so that opening one is not told to a server. It is fetched once an hour at most, also where that failed: a
 * server that is down must not hold up ten thousand mails.
 */
export function logoFinder(
  { outbound, parsers }: { outbound: Pick<Outbound, 'send'>; parsers: Parsers },
  /** A picture that is ours needs no request; it answers undefined for any other address. */
  readStored: (address: string) => Promise<Buffer | undefined>,
): FindLogo {
  const fetching = new LRUCache<string, Promise<Attachment | undefined>>({ max: LOGOS_MAX, ttl: HOUR_MS })
  const fetchLogo = async (address: string): Promise<Attachment | undefined> => {
    const stored = await readStored(address)
    if (stored)
      return logoIn(parsers, address, stored.length > BYTES_MAX ? await smaller(parsers, address, stored) : stored)
    const request = { method: 'GET' as const, headers: { accept: 'image/*' }, timeoutMs: TIMEOUT_MS }
    const answer = await outbound.send(address, { ...request, bodyBytesMax: BYTES_MAX, beyond: 'fail' })
    return answer.status === 200 ? logoIn(parsers, address, answer.body) : undefined
  }
  return async (address) => {
    if (address === null) return undefined
    const known =
      fetching.get(address) ??
      fetchLogo(address).catch((error) => {
        if (isForLater(error)) fetching.delete(address)
        return undefined
      })
    fetching.set(address, known, { noUpdateTTL: true })
    return known
  }
}

/** A mail is opened on the way: an uploaded logo that is heavier than others are is drawn again, no larger than it is printed. */
async function smaller(parsers: Parsers, address: string, file: Buffer): Promise<Buffer> {
  const head = pictureHead(file)
  if (!head) return file
  const { type, width, height } = head
  const image = `<image width="${width}" height="${height}" xlink:href="data:${type};base64,${file.toString('base64')}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">${image}</svg>`
  const [drawn] = await drawSvgs(parsers, address, [{ svg: Buffer.from(svg), ...DRAWN }])
  return drawn?.png ?? file
}

/** No mail program shows vector graphics, and no wallet: such a logo is drawn once, and is a picture like others from then on. */
async function logoIn(parsers: Parsers, address: string, file: Buffer): Promise<Attachment | undefined> {
  const [drawn] = isSvg(file) ? await drawSvgs(parsers, address, [{ svg: file, ...DRAWN }]) : []
  const content = drawn?.png ?? file
  const kind = KINDS.find(({ begins }) => content.subarray(0, begins.length).equals(begins))
  return kind && { filename: `logo.${kind.ending}`, content_type: kind.type, content, cid: 'logo@grandstand' }
}
