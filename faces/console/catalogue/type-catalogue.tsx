import type { MembershipCategory, MembershipType, Season } from '@grandstand/sdk'
import { CheckField, Field, SelectField } from '../../kit/field.tsx'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { dayOfYear } from '../parts/format.ts'
import { TaxRateField, taxRateOf } from '../parts/tax-rate-field.tsx'
import type { Filled } from '../parts/use-submit.ts'
import { changedMoment, wallTime } from '../parts/zone-time.ts'
import { words } from '../words/catalogue.ts'
import { common } from '../words/common.ts'
import { CommonFields, commonOf, inOrder, stateColumn, TitleField, tickOf } from './catalogue-fields.tsx'
import type { Catalogue } from './catalogue-sheet.tsx'
import { PriceSteps, stepsFrom } from './price-steps.tsx'
import { RenewalFields, renewalOf } from './renewal-fields.tsx'
import { AccessField, SeasonFields, seasonOf } from './season-fields.tsx'

type TypesOf = {
  categories: MembershipCategory[]
  /** Undefined where the reader may not know of them. */
  seasons: Season[] | undefined
  price(amount: number): string
  /** The time zone of the club. */
  zone: string
}

type Row = MembershipType | undefined
type Problems = Record<string, string>

/** What one joins as: for how long, at which price, when it is sold and to whom. */
export const typeCatalogue = ({ categories, seasons, price, zone }: TypesOf): Catalogue<MembershipType> => ({
  title: words.types,
  add: words.newType,
  scope: 'members:manage',
  empty: { title: words.noTypes, text: words.noTypesText },
  why: categories.length === 0 ? words.categoryFirst : undefined,
  load: async () => inOrder(await api.memberships.listManagedTypes().all()),
  keyOf: ({ membership_type_id }) => membership_type_id,
  nameOf: ({ title }) => title,
  columns: [
    { title: common.name, cell: ({ title }) => <strong>{title}</strong> },
    { title: common.category, isMinor: true, cell: ({ category_title }) => category_title },
    { title: common.price, align: 'end', cell: (type) => price(type.price) },
    {
      title: words.left,
      isMinor: true,
      cell: ({ members_left, max_members }) =>
        members_left === null || max_members === null
          ? words.noLimit
          : words.leftOf({ left: members_left, max: max_members }),
    },
    {
      title: words.lasts,
      isMinor: true,
      cell: ({ term, expires, season_id }) =>
        term !== null
          ? (words.terms[term] ?? term)
          : season_id !== null
            ? (seasons?.find((season) => season.season_id === season_id)?.title ?? words.untilSeasonEnds)
            : expires === null
              ? words.withoutEnd
              : dayOfYear(expires),
    },
    stateColumn,
  ],
  fields: (row, problems) => (
    <>
      <TitleField title={row?.title} problem={problems.title} />
      {row === undefined && (
        <SelectField
          name="membership_category_id"
          label={common.category}
          options={categories.map(({ membership_category_id: id, title }) => ({ value: String(id), label: title }))}
          error={problems.membership_category_id}
        />
      )}
      {seasons ? (
        <SeasonFields {...{ row, problems, seasons }} />
      ) : (
        <AccessField row={row} seasonId={row?.season_id ?? null} />
      )}
      <TermFields {...{ row, problems }} />
      <Field
        name="price"
        label={common.price}
        type="number"
        min={0}
        step="any"
        required
        defaultValue={String(row?.full_price ?? '')}
        error={problems.price}
      />
      <PriceSteps steps={row?.prices ?? []} problem={problems.prices} />
      <TaxRateField bearer={row} problem={problems.tax_rate_id} />
      <SaleFields {...{ row, problems, zone }} />
      <CancellationFields {...{ row, problems }} />
      <RenewalFields {...{ row, problems }} />
      <CheckField name="show_online" label={words.shownInTheShop} defaultChecked={row?.show_online !== 0} />
      <CommonFields {...{ row, problems }} />
    </>
  ),
  save: (filled, row) => {
    const body = bodyOf(filled, row, zone, seasons !== undefined)
    return row
      ? api.memberships.changeType(row.membership_type_id, body)
      : api.memberships.createType({ ...body, membership_category_id: filled.number('membership_category_id') ?? 0 })
  },
  archive: ({ membership_type_id }) => api.memberships.archiveType(membership_type_id),
  archiveAbout: words.archiveType,
})

const TERMS = ['month', 'year', 'life'] as const
const RULES = ['none', 'full_until', 'by_events_left'] as const

function bodyOf(filled: Filled, row: Row, zone: string, hasSeasons: boolean) {
  const cancellation = RULES.find((rule) => rule === filled.text('cancellation')) ?? 'none'
  return {
    ...commonOf(filled),
    price: filled.number('price') ?? 0,
    prices: stepsFrom(filled),
    ...(hasSeasons && seasonOf(filled)),
    term: TERMS.find((term) => term === filled.text('term')) ?? null,
    expires: filled.optional('expires') ?? null,
    available_from_unix: changedMoment(filled.optional('available_from'), row?.available_from_unix ?? null, zone),
    available_until_unix: changedMoment(filled.optional('available_until'), row?.available_until_unix ?? null, zone),
    max_members: filled.number('max_members') ?? null,
    max_per_person: filled.number('max_per_person') ?? null,
    age_from: filled.number('age_from') ?? null,
    age_until: filled.number('age_until') ?? null,
    cancellation,
    cancellation_until: cancellation === 'full_until' ? (filled.optional('cancellation_until') ?? null) : null,
    ...renewalOf(filled),
    show_online: tickOf(filled, 'show_online'),
    game_day_access: tickOf(filled, 'game_day_access'),
    ...taxRateOf(filled),
  }
}

type FieldsProps = { row: Row; problems: Problems }

/** Fields for the duration of a membership. */
const TermFields = ({ row, problems }: FieldsProps) => (
  <div class={form.pair}>
    <SelectField
      name="term"
      label={words.lasts}
      defaultValue={row?.term ?? ''}
      options={[
        { value: '', label: words.untilLastDay },
        ...TERMS.map((term) => ({ value: term, label: words.terms[term] ?? term })),
      ]}
      error={problems.term}
    />
    <Field
      name="expires"
      label={words.lastDay}
      optional={words.emptyWithoutEnd}
      type="date"
      defaultValue={row?.expires ?? ''}
      error={problems.expires}
    />
  </div>
)

/** When it is sold, how many and to whom. */
function SaleFields({ row, problems, zone }: FieldsProps & { zone: string }) {
  const wall = (unix: number | null | undefined) => (unix ? wallTime(unix, zone) : '')
  const number = (name: 'max_members' | 'max_per_person' | 'age_from' | 'age_until') => ({
    name,
    type: 'number' as const,
    defaultValue: String(row?.[name] ?? ''),
    error: problems[name],
  })
  const left = row?.members_left ?? null
  return (
    <>
      <div class={form.pair}>
        <Field
          name="available_from"
          label={words.saleFrom}
          optional={common.optional}
          type="datetime-local"
          defaultValue={wall(row?.available_from_unix)}
          error={problems.available_from_unix}
        />
        <Field
          name="available_until"
          label={words.saleUntil}
          optional={common.optional}
          type="datetime-local"
          defaultValue={wall(row?.available_until_unix)}
          error={problems.available_until_unix}
        />
      </div>
      <div class={form.pair}>
        <Field
          {...number('max_members')}
          label={words.limit}
          optional={words.emptyNoLimit}
          min={0}
          {...(left !== null && { hint: words.leftNow({ left }) })}
        />
        <Field {...number('max_per_person')} label={words.perBuyer} optional={words.emptyAnyNumber} min={1} />
      </div>
      <div class={form.pair}>
        <Field {...number('age_from')} label={words.ageFrom} optional={common.optional} min={0} max={150} />
        <Field {...number('age_until')} label={words.ageUntil} optional={common.optional} min={0} max={150} />
      </div>
    </>
  )
}

/** What goes back to a member who leaves. */
const CancellationFields = ({ row, problems }: FieldsProps) => (
  <div class={form.pair}>
    <SelectField
      name="cancellation"
      label={words.whoLeaves}
      defaultValue={row?.cancellation ?? 'none'}
      options={RULES.map((rule) => ({ value: rule, label: words.rules[rule] ?? rule }))}
      error={problems.cancellation}
    />
    <Field
      name="cancellation_until"
      label={words.fullUntil}
      optional={common.optional}
      type="date"
      defaultValue={row?.cancellation_until ?? ''}
      error={problems.cancellation_until}
    />
  </div>
)
