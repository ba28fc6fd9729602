import { tagChoices } from '../parts/list/choices.ts'
import { defineList, tagsCell } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { loadRunBar } from '../runs/load-run-bar.ts'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'
import { words as parts } from '../words/parts.ts'
import { memberName } from './member-name.ts'
import { cardState, endOf, memberState, seatOf } from './member-words.ts'

/** Members, each one membership of a person; those whose card is still to be sent are the list for the post. */
export const membersList = defineList({
  operation: 'members.list',
  title: common.members,
  heading: words.allMembers,
  links: [
    { label: words.import, href: routes.importMembers },
    { label: words.cardsToSend, href: routes.labels() },
    { label: common.memberships, href: routes.memberships },
    { label: common.bulkActions, href: routes.runs({ object_type: 'members' }), reads: 'runs:manage' },
    { label: words.newMember, href: routes.newMember, isStrong: true, needs: 'members:write' },
  ],
  keyOf: ({ membership_member_id }) => membership_member_id,
  hrefOf: ({ membership_member_id }) => routes.member(membership_member_id),
  columns: [
    { label: common.name, cell: memberName },
    { label: common.number, cell: ({ member_number }) => member_number },
    { label: common.type, isMinor: true, cell: ({ type_title }) => type_title },
    { label: common.seat, isMinor: true, cell: seatOf },
    { label: common.state, cell: memberState },
    { label: words.card, isMinor: true, cell: cardState },
    { label: words.ends, isMinor: true, align: 'end', cell: endOf },
    { label: parts.tags, isForSome: true, cell: ({ tags }) => tagsCell(tags, routes.members) },
  ],
  search: { label: words.searchMembers, placeholder: words.nameEMailPartOf },
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: common.state,
      options: [
        { value: '', label: words.anyState, sends: {} },
        ...words.states.map((label, state) => ({
          value: String(state),
          label,
          sends: { membership_member_status_id: state },
        })),
      ],
    },
    {
      kind: 'loaded',
      name: 'type',
      label: common.type,
      all: words.anyType,
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
      label: words.card,
      options: [
        { value: '', label: words.anyCard, sends: {} },
        { value: 'no', label: words.toBeSent, sends: { membership_fulfilled: 'no' } },
        { value: 'yes', label: words.sent2, sends: { membership_fulfilled: 'yes' } },
      ],
    },
    {
      kind: 'loaded',
      name: 'tag',
      label: words.tagged,
      all: words.anyTag,
      parameter: 'tag',
      needs: 'runs:manage',
      load: tagChoices('members'),
    },
  ],
  runs: { objects: 'members', load: loadRunBar },
  bulkActions: [
    {
      label: words.noteAsSent,
      needs: 'members:write',
      whyNot: ({ membership_fulfilled }) =>
        membership_fulfilled === 'yes' ? words.theseCardsAreSentAlready : undefined,
      question: (count) => (count === 1 ? words.noteOneCardAsSent : words.noteCardsAsSent2({ count })),
      verb: words.theyAreSent,
      about: words.theyLeaveTheListOf,
      run: async (api, rows) => {
        const members = rows.map(({ membership_member_id }) => ({ membership_member_id }))
        const { members_fulfilled: count } = await api.members.fulfil({ members })
        return count === 1 ? words.oneCardIsNotedAs : words.cardsAreNotedAsSent({ count })
      },
    },
  ],
  csv: {
    export: 'exportMembersCsv',
    name: 'members',
    needs: 'members:manage',
    label: words.allMembersAsCsv,
    isFiltered: true,
  },
  empty: {
    title: words.noMemberYet,
    text: words.membersComeFromTheShop,
    start: { label: words.importMembers, href: routes.importMembers, needs: 'members:manage' },
  },
})
