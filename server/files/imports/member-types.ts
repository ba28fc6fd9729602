import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { catalogueStatus } from '../../programme/statuses.ts'
import { type CellReader, UnreadableCell } from './read-cells.ts'

/** More types than any club has; beyond them a file has to write ids. */
const TYPES_MAX = 10_000

/** A list of members names their types as people do; the title stands for its id, if only one type has it. */
export async function typeReader(
  orgId: OrgId,
  tx: Tx,
  onMissing: (title: string) => void = () => {},
): Promise<CellReader> {
  const types = await tx<{ membership_type_id: number; title: string }[]>`
    select membership_type_id, title
    from membership_types
    where org_id = ${orgId}
      and status <> ${catalogueStatus.archived}
    order by membership_type_id
    limit ${TYPES_MAX}`
  const ids = new Map<string, number[]>()
  for (const { membership_type_id, title } of types) {
    const name = title.trim().toLowerCase()
    ids.set(name, [...(ids.get(name) ?? []), membership_type_id])
  }
  return (cell) => {
    if (/^\d+$/.test(cell)) return cell
    const [id, another] = ids.get(cell.toLowerCase()) ?? []
    if (id === undefined) {
      onMissing(cell)
      throw new UnreadableCell('membership_type_id names no type that members can have.')
    }
    if (another !== undefined) throw new UnreadableCell('membership_type_id names several types; write its id.')
    return String(id)
  }
}
