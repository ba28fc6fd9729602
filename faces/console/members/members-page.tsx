import type { Member } from '@grandstand/sdk'
import { ButtonLink } from '../../kit/button.tsx'
import type { Column } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { ListTable, SearchFilter, SelectFilter, useListPage, useQuery } from '../parts/list.tsx'
import { PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty } from '../parts/trouble.tsx'
import { CardTag, endOf, MEMBER_STATES, MemberState, memberName, seatOf } from './member-status.tsx'

const COLUMNS: Column<Member>[] = [
  { title: 'Name', cell: memberName, text: memberName },
  { title: 'Number', cell: (row) => row.member_number, text: (row) => row.member_number },
  { title: 'Type', isMinor: true, cell: (row) => row.type_title, text: (row) => row.type_title },
  { title: 'Seat', isMinor: true, cell: seatOf, text: seatOf },
  {
    title: 'State',
    cell: (member) => <MemberState member={member} />,
    text: ({ membership_member_status_id: state }) => MEMBER_STATES[state],
  },
  {
    title: 'Card',
    isMinor: true,
    cell: (member) => <CardTag member={member} />,
    text: ({ membership_fulfilled }) => membership_fulfilled,
  },
  { title: 'Ends', isMinor: true, align: 'end', cell: endOf, text: endOf },
]

/** Members, each a membership of somebody; those whose card is still to be sent are the list for the post. */
export function MembersPage() {
  usePage('Members')
  const { query } = useQuery()
  const { search, status, type, fulfilled } = query
  const types = useLoad(() => api.memberships.listTypes().page(), [])
  const list = useListPage<Member>(
    (page) =>
      api.members
        .list({
          ...page,
          ...(search && { search }),
          ...(status && { membership_member_status_id: Number(status) }),
          ...(type && { membership_type_id: Number(type) }),
          ...((fulfilled === 'yes' || fulfilled === 'no') && { membership_fulfilled: fulfilled }),
        })
        .page(),
    [search, status, type, fulfilled],
  )
  return (
    <>
      <PageHead
        title="Members"
        actions={
          <>
            <ButtonLink href={routes.importMembers}>Import</ButtonLink>
            <ButtonLink href={routes.labels()}>Cards to send</ButtonLink>
          </>
        }
      />
      <Sheet
        flush
        title="All members"
        about={
          <>
            <SelectFilter
              name="status"
              label="State"
              options={[
                { value: '', label: 'Any state' },
                ...MEMBER_STATES.map((label, value) => ({ value: String(value), label })),
              ]}
            />
            <SelectFilter
              name="type"
              label="Type"
              options={[
                { value: '', label: 'Any type' },
                ...(types.data?.data ?? []).map(({ membership_type_id, title }) => ({
                  value: String(membership_type_id),
                  label: title,
                })),
              ]}
            />
            <SelectFilter
              name="fulfilled"
              label="Card"
              options={[
                { value: '', label: 'Any card' },
                { value: 'no', label: 'to be sent' },
                { value: 'yes', label: 'sent' },
              ]}
            />
            <SearchFilter label="Search members" placeholder="Name, e-mail, part of the number" />
          </>
        }
      >
        <ListTable
          name="members"
          caption="Members"
          list={list}
          columns={COLUMNS}
          keyOf={({ membership_member_id }) => membership_member_id}
          hrefOf={({ membership_member_id }) => routes.member(membership_member_id)}
          empty={
            <Empty title="No member is like this">
              <p>
                Members come from the shop, from an import or by the API, each with a barcode that the gates take. Take
                filters away that are too narrow.
              </p>
            </Empty>
          }
        />
      </Sheet>
    </>
  )
}
