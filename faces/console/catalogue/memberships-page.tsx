import type { MembershipCategory, MembershipPaymentOption } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { CheckField, Field } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { NotAdmitted } from '../parts/not-admitted.tsx'
import { PageHead } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { wallTime } from '../parts/zone-time.ts'
import { words } from '../words/catalogue.ts'
import { common } from '../words/common.ts'
import {
  CommonFields,
  commonOf,
  inOrder,
  lastSecondOf,
  stateColumn,
  TitleField,
  tickOf,
  yesNo,
} from './catalogue-fields.tsx'
import { type Catalogue, CatalogueSheet } from './catalogue-sheet.tsx'
import { typeCatalogue } from './type-catalogue.tsx'

/** What a fan can become a member as: categories, the types in them with their price, and how they are paid. */
export function MembershipsPage() {
  usePage(common.memberships)
  const { price, organisation, whyNot } = useConsole()
  const [version, setVersion] = useState(0)
  const categories = useLoad(liveCategories, [version])
  // Who may not read the programme leaves the season of a type as it is.
  const mayReadSeasons = whyNot('programme:manage', 'read') === undefined
  const types = useLoad(() => api.memberships.listManagedTypes().all(), [version])
  const seasons = useLoad(async () => (mayReadSeasons ? api.seasons.list({ limit: 100 }).all() : undefined), [])
  return (
    <>
      <PageHead title={common.memberships} over={<a href={routes.members()}>{common.members}</a>} />
      {categories.error !== undefined && <TroubleNotice error={categories.error} onRetry={categories.reload} />}
      <NotAdmitted types={types.data ?? []} onMended={() => setVersion(version + 1)} />
      <CatalogueSheet of={categoryCatalogue} onChanged={() => setVersion(version + 1)} />
      {categories.data && !seasons.isLoading && (
        <CatalogueSheet
          key={version}
          onChanged={types.reload}
          of={typeCatalogue({ categories: categories.data, seasons: seasons.data, price, zone: organisation.timezone })}
        />
      )}
      <CatalogueSheet of={optionCatalogue(organisation.timezone)} />
    </>
  )
}

const liveCategories = async () => inOrder(await api.memberships.listManagedCategories().all())

const categoryCatalogue: Catalogue<MembershipCategory> = {
  title: words.categories,
  add: words.newCategory,
  scope: 'members:manage',
  empty: { title: words.noCategories, text: words.noCategoriesText },
  load: liveCategories,
  keyOf: ({ membership_category_id }) => membership_category_id,
  nameOf: ({ title }) => title,
  columns: [
    { title: common.name, cell: ({ title }) => <strong>{title}</strong> },
    { title: words.inTheShop, isMinor: true, cell: ({ show_online }) => yesNo(show_online) },
    { title: words.gameDay, isMinor: true, cell: ({ game_day_access }) => yesNo(game_day_access) },
    stateColumn,
  ],
  fields: (row, problems) => (
    <>
      <TitleField title={row?.title} problem={problems.title} />
      <CheckField name="show_online" label={words.shownInTheShop} defaultChecked={row?.show_online !== 0} />
      <CheckField name="game_day_access" label={words.entersOnCard} defaultChecked={row?.game_day_access === 1} />
      <CommonFields {...{ row, problems }} />
    </>
  ),
  save: (filled, row) => {
    const body = {
      ...commonOf(filled),
      show_online: tickOf(filled, 'show_online'),
      game_day_access: tickOf(filled, 'game_day_access'),
    }
    return row ? api.memberships.changeCategory(row.membership_category_id, body) : api.memberships.createCategory(body)
  },
  archive: ({ membership_category_id }) => api.memberships.archiveCategory(membership_category_id),
  archiveAbout: words.archiveCategory,
}

const optionCatalogue = (zone: string): Catalogue<MembershipPaymentOption> => ({
  title: words.paymentOptions,
  add: words.newOption,
  scope: 'members:manage',
  empty: { title: words.noOptions, text: words.noOptionsText },
  load: async () => inOrder(await api.memberships.listManagedPaymentOptions().all()),
  keyOf: ({ membership_payment_option_id }) => membership_payment_option_id,
  nameOf: ({ title }) => title,
  columns: [
    { title: common.name, cell: ({ title }) => <strong>{title}</strong> },
    {
      title: words.instalments,
      cell: ({ number_of_instalments: parts, months_between }) =>
        parts === 1 ? words.atOnce : words.partsEvery({ parts, count: months_between }),
    },
    { title: words.renews, isMinor: true, cell: ({ auto_renewal }) => yesNo(auto_renewal) },
    stateColumn,
  ],
  fields: (row, problems) => (
    <>
      <TitleField title={row?.title} problem={problems.title} />
      <div class={form.pair}>
        <Field
          name="number_of_instalments"
          label={words.instalments}
          type="number"
          min={1}
          required
          defaultValue={String(row?.number_of_instalments ?? 1)}
          error={problems.number_of_instalments}
        />
        <Field
          name="months_between"
          label={words.monthsBetween}
          type="number"
          min={1}
          required
          defaultValue={String(row?.months_between ?? 1)}
          error={problems.months_between}
        />
      </div>
      <Field
        name="fixed_end"
        label={words.lastPayment}
        optional={words.emptyFromPurchase}
        type="date"
        defaultValue={row?.fixed_end_date ? wallTime(row.fixed_end_date, zone).slice(0, 10) : ''}
        error={problems.fixed_end_date}
      />
      <CheckField
        name="collection"
        label={words.collectsByItself}
        hint={words.collectsByItselfText}
        defaultChecked={row?.collection === 'automatic'}
      />
      <CheckField name="auto_renewal" label={words.renewsByItself} defaultChecked={row?.auto_renewal === 1} />
      <CommonFields {...{ row, problems }} />
    </>
  ),
  save: (filled, row) => {
    const body = {
      ...commonOf(filled),
      number_of_instalments: filled.number('number_of_instalments') ?? 1,
      months_between: filled.number('months_between') ?? 1,
      fixed_end_date: lastSecondOf(filled.optional('fixed_end'), zone),
      auto_renewal: tickOf(filled, 'auto_renewal'),
      collection: tickOf(filled, 'collection') === 1 ? ('automatic' as const) : ('by_hand' as const),
    }
    return row
      ? api.memberships.changePaymentOption(row.membership_payment_option_id, body)
      : api.memberships.createPaymentOption(body)
  },
  archive: ({ membership_payment_option_id }) => api.memberships.archivePaymentOption(membership_payment_option_id),
  archiveAbout: words.archiveOption,
})
