import { LRUCache } from 'lru-cache'
import { organisationById } from '../../access/organisations.ts'
import type { OrgId } from '../../access/principal.ts'
import type { PictureType } from '../../platform/pictures/picture-head.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { type PictureName, pictureName } from './picture.ts'

export type StoredPicture = { content: Buffer; content_type: PictureType }

export type FindPicture = (organisation: number, name: PictureName) => Promise<StoredPicture | undefined>

const MEMORY_BYTES_MAX = 32 * 1024 * 1024

/** What many ask for at once is read once, and the pictures of a match that is on sale come from memory. */
export function pictureFinder(sql: Db): FindPicture {
  const pictures = new LRUCache<string, StoredPicture>({
    maxSize: MEMORY_BYTES_MAX,
    sizeCalculation: ({ content }) => content.length,
  })
  const reading = new Map<string, Promise<StoredPicture | undefined>>()
  const read = async (organisation: number, name: PictureName) => {
    const orgId = await organisationById(sql, organisation)
    const [picture] = orgId === undefined ? [] : await findSize(orgId, sql, name)
    return picture
  }
  return async (organisation, name) => {
    const key = `${organisation}/${name.digest}/${name.width ?? ''}/${name.type}`
    const known = pictures.get(key) ?? reading.get(key)
    if (known) return known
    const pending = read(organisation, name).finally(() => reading.delete(key))
    reading.set(key, pending)
    const picture = await pending
    if (picture) pictures.set(key, picture)
    return picture
  }
}

/** The narrowest that is wide enough, else the widest: an address answers whatever sizes were uploaded. */
const findSize = (orgId: OrgId, sql: Db, { digest, width, type }: PictureName) => sql<StoredPicture[]>`
  select content, content_type
  from pictures
  where org_id = ${orgId}
    and digest = ${digest}
    and content_type = ${type}
  order by ${when(sql, width, (least) => sql`width < ${least}, case when width < ${least} then -width else width end,`)} width desc
  limit 1`

/** A picture of ours by its whole address, for what puts it into a mail or a file; undefined for any other address. */
export const storedLogo =
  (findPicture: FindPicture, publicUrl: string, width: number) =>
  async (address: string): Promise<Buffer | undefined> => {
    const [, organisation, file = ''] =
      (address.startsWith(`${publicUrl}/pictures/`) && /\/pictures\/(\d{1,15})\/([^/?#]+)$/.exec(address)) || []
    const name = pictureName(file)
    if (!name) return undefined
    return (await findPicture(Number(organisation), { ...name, width }))?.content
  }
