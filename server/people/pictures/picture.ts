import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { OneOf } from '../../platform/http/schema.ts'
import type { PictureType } from '../../platform/pictures/picture-head.ts'

const endings = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const satisfies Record<
  PictureType,
  string
>
export const pictureTypes = Object.keys(endings) as PictureType[]

const Size = Type.Object(
  { url: Type.String(), width: Type.Integer({ description: 'in points' }), height: Type.Integer() },
  { title: 'PictureSize' },
)

export const UploadedPicture = Type.Object(
  {
    url: Type.String({
      description: 'for every field that takes the address of a picture; what is there never changes',
    }),
    content_type: OneOf([...pictureTypes]),
    width: Type.Integer({ description: 'in points' }),
    height: Type.Integer(),
    sizes: Type.Array(Size, { description: 'all of them, the largest first' }),
  },
  { title: 'UploadedPicture' },
)

export const PictureSizeRow = Type.Object({
  digest: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  content_type: Type.Unsafe<PictureType>({ type: 'string' }),
})
export type PictureSizeRow = Static<typeof PictureSizeRow>

/** By half of SHA-256: as long as an address needs to be, and still no second file can be found for one. */
export const digestOf = (content: Buffer): string => hash('sha256', content).slice(0, 32)

const addressOf = (publicUrl: string, orgId: number, { digest, content_type }: PictureSizeRow, width?: number) =>
  `${publicUrl}/pictures/${orgId}/${digest}${width === undefined ? '' : `-${width}`}.${endings[content_type]}`

export const toUploadedPicture = (publicUrl: string, orgId: number, largest: PictureSizeRow, rows: PictureSizeRow[]) =>
  ({
    url: addressOf(publicUrl, orgId, largest),
    content_type: largest.content_type,
    width: largest.width,
    height: largest.height,
    sizes: rows.map((row) => ({
      url: addressOf(publicUrl, orgId, row, row.width),
      width: row.width,
      height: row.height,
    })),
  }) satisfies Static<typeof UploadedPicture>

export type PictureName = { digest: string; width: number | undefined; type: PictureType }

/** The last part of an address; undefined where it is none of ours. */
export function pictureName(file: string): PictureName | undefined {
  const [, digest, width, ending] = /^([0-9a-f]{32})(?:-([1-9]\d{0,3}))?\.(png|jpg|webp)$/.exec(file) ?? []
  const type = pictureTypes.find((each) => endings[each] === ending)
  return digest && type ? { digest, width: width === undefined ? undefined : Number(width), type } : undefined
}
