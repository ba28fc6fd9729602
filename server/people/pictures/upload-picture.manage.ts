import { Type } from 'typebox'
import { record } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, RawText } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { type PictureType, pictureHead } from '../../platform/pictures/picture-head.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { invalid } from '../../resources/constraints.ts'
import { makeRoom } from './make-room.ts'
import { digestOf, type PictureSizeRow, toUploadedPicture, UploadedPicture } from './picture.ts'

const FILE_BYTES_MAX = 1024 * 1024
const BASE64_MAX = Math.ceil(FILE_BYTES_MAX / 3) * 4
const SIZES_MAX = 3
const BODY_BYTES_MAX = 6 * 1024 * 1024
const SIDE_MAX = 8192
/** Unpacked, more points would fill the memory of a phone that shows a few of them. */
const POINTS_MAX = 16_000_000

const Base64 = (description: string) =>
  RawText(BASE64_MAX, { pattern: '^[A-Za-z0-9+/]+={0,2}$', description: `base64; ${description}` })

const Body = Input({
  content: Base64('a PNG, JPEG or WebP of at most 1 MiB, 8192 points a side and 16 million in all'),
  smaller: Type.Optional(
    Type.Array(Base64('the same picture, less wide'), {
      maxItems: SIZES_MAX,
      description: 'for small screens, the widest first, of the same type and shape',
    }),
  ),
})

type File = { content: Buffer; type: PictureType; width: number; height: number }

export const uploadPicture: Operation = (app, deps) =>
  app.post(
    '/v1/manage/pictures',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { scope: 'programme:manage' },
      schema: {
        operationId: 'uploadPicture',
        summary: 'Upload a picture',
        description:
          'It is told by its content, whatever its file was called. Its `url` goes into `logo_image`, `banner_image`, `images` and their like, and is open to everybody. ' +
          'The same picture again is the same address. One that nothing names any more may be removed after a day, once there are a thousand files.',
        tags: ['Pictures'],
        body: Body,
        response: { 201: UploadedPicture },
      },
    },
    (request, reply) => {
      const { orgId, body } = request
      const files = filesOf(body.content, body.smaller ?? [])
      reply.code(201)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const [largest] = files
        if (!largest) throw new Error('a request without content was let through')
        const digest = digestOf(largest.content)
        const before = await findSizes(orgId, tx, digest)
        if (before.length > 0) return toUploadedPicture(deps.publicUrl, orgId, widest(before), before)
        await makeRoom(orgId, tx, deps.clock(orgId), files.length)
        for (const { content, type, width, height } of files)
          await tx`
            insert into pictures (org_id, digest, width, height, content_type, content, created_at)
            values (${orgId}, ${digest}, ${width}, ${height}, ${type}, ${content}, ${deps.clock(orgId)})
            on conflict do nothing`
        const rows = await findSizes(orgId, tx, digest)
        const picture = toUploadedPicture(deps.publicUrl, orgId, widest(rows), rows)
        await record(tx, deps.clock, request, {
          action: 'picture.uploaded',
          objectType: 'picture',
          objectId: digest,
          after: picture,
        })
        return picture
      })
    },
  )

function filesOf(content: string, smaller: string[]): File[] {
  const largest = fileOf('content', content)
  const files = [largest]
  for (const [index, text] of smaller.entries()) {
    const param = `smaller[${index}]`
    const file = fileOf(param, text)
    if (file.type !== largest.type) throw invalid(param, `${param} must be of the same type as content.`)()
    if (file.width >= (files.at(-1)?.width ?? 0))
      throw invalid(param, `${param} must be less wide than the one before.`)()
    // A point more or less is what rounding leaves.
    if (Math.abs((file.width * largest.height) / largest.width - file.height) > 1)
      throw invalid(param, `${param} must have the same shape as content.`)()
    files.push(file)
  }
  return files
}

function fileOf(param: string, base64: string): File {
  const content = Buffer.from(base64, 'base64')
  const head = pictureHead(content)
  if (!head) throw invalid(param, `${param} must be a whole PNG, JPEG or WebP.`)()
  const { type, width, height } = head
  const isSmallEnough = Math.max(width, height) <= SIDE_MAX && width * height <= POINTS_MAX
  if (width === 0 || height === 0 || !isSmallEnough)
    throw invalid(param, `${param} must have at most ${SIDE_MAX} points a side and ${POINTS_MAX} in all.`)()
  if (content.length > FILE_BYTES_MAX) throw new ApiError('body_too_large')
  return { content, type, width, height }
}

const findSizes = async (orgId: OrgId, tx: Tx, digest: string): Promise<PictureSizeRow[]> => tx<PictureSizeRow[]>`
  select digest, width, height, content_type
  from pictures
  where org_id = ${orgId}
    and digest = ${digest}
  order by width desc`

function widest([row]: PictureSizeRow[]): PictureSizeRow {
  if (!row) throw new Error('a picture was stored without a size')
  return row
}
