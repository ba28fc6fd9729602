import { organisationById, requireHere } from '../../access/organisations.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import type { FindPicture } from './find-picture.ts'
import { pictureName } from './picture.ts'

export type PictureDeps = { findPicture: FindPicture }

/** Other sites may show it. A browser takes it for the picture that it is and runs nothing of it, even where it is opened by itself. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

/** It is not in the description of the API: its addresses are what the API answers. */
export const servePicture: Operation<PictureDeps> = (app, { sql, findPicture }) =>
  app.get(
    '/pictures/:org_id/:file',
    {
      config: { scope: 'asset', host: 'everywhere' },
      schema: { params: Input({ org_id: Id(), file: Text(60) }), hide: true },
    },
    async ({ params, headers }, reply) => {
      const name = pictureName(params.file)
      if (!name) throw new ApiError('resource_missing')
      const etag = `"${params.file}"`
      if (headers['if-none-match'] === etag)
        return reply
          .headers({ ...HEADERS, etag })
          .code(304)
          .send()
      const picture = await findPicture(params.org_id, name)
      if (!picture) {
        const orgId = await organisationById(sql, params.org_id)
        if (orgId !== undefined) await requireHere(orgId, sql)
        throw new ApiError('resource_missing')
      }
      return reply
        .headers({ ...HEADERS, etag })
        .type(picture.content_type)
        .send(picture.content)
    },
  )
