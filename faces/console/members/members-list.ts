import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { cardState, endOf, MEMBER_STATES, memberName, memberState, seatOf } from './member-words.ts'

/** Members, each one membership of a person; those whose card is still to be sent are the list for the post. */
export const membersList = defineList({
  operation: 'members.list',
  title: 'Members',
  heading: 'All members',
  links: [
    { label: 'Import', href: routes.importMembers },
    { label: 'Cards to send', href: routes.labels() },
  ],
  keyOf: ({ membership_member_id }) => membership_member_id,
  hrefOf: ({ membership_member_id }) => routes.member(membership_member_id),
  columns: [
    { label: 'Name', cell: memberName },
    { label: 'Number', cell: ({ member_number }) => member_number },
    { label: 'Type', isMinor: true, cell: ({ type_title }) => type_title },
    { label: 'Seat', isMinor: true, cell: seatOf },
    { label: 'State', cell: memberState },
    { label: 'Card', isMinor: true, cell: cardState },
    { label: 'Ends', isMinor: true, align: 'end', cell: endOf },
  ],
  search: { label: 'Search members', placeholder: 'Name, e-mail, part of the number' },
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'State',
      options: [
        { value: '', label: 'Any state', sends: {} },
        ...MEMBER_STATES.map((label, state) => ({
          value: String(state),
          label,
          sends: { membership_member_status_id: state },
        })),
      ],
    },
    {
      kind: 'loaded',
      name: 'type',
      label: 'Type',
      all: 'Any type',
      parameter: 'membership_type_id',
      load: async (api) =>
        (await api.memberships.listTypes().all()).map(({ membership_type_id, title }) => ({
          value: membership_type_id,
          label: title,
        })),
    },
    {
      kind: 'choice',
      name: 'fulfilled',
      label: 'Card',
      options: [
        { value: '', label: 'Any card', sends: {} },
        { value: 'no', label: 'to be sent', sends: { membership_fulfilled: 'no' } },
        { value: 'yes', label: 'sent', sends: { membership_fulfilled: 'yes' } },
      ],
    },
  ],
  bulkActions: [
    {
      label: 'Note as sent …',
      needs: 'members:write',
      whyNot: ({ membership_fulfilled }) =>
        membership_fulfilled === 'yes' ? 'These cards are sent already' : undefined,
      question: (count) => (count === 1 ? 'Note one card as sent?' : `Note ${count} cards as sent?`),
      verb: 'They are sent',
      about: 'They leave the list of cards to send. Webhooks for member.fulfilled are told.',
      run: async (api, rows) => {
        const members = rows.map(({ membership_member_id }) => ({ membership_member_id }))
        const { members_fulfilled: count } = await api.members.fulfil({ members })
        return count === 1 ? 'One card is noted as sent' : `${count} cards are noted as sent`
      },
    },
  ],
  csv: { export: 'exportMembersCsv', name: 'members', needs: 'members:manage', label: 'All members as CSV' },
  empty: {
    title: 'No member yet',
    text: 'Members come from the shop, from an import or by the API, each with a barcode that the gates take.',
    start: { label: 'Import members', href: routes.importMembers, needs: 'members:manage' },
  },
})
