import type { ShopDomain } from '@grandstand/sdk'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Field, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import { Copied, Facts } from '../parts/facts.tsx'
import form from '../parts/form.module.css'
import { Sheet, Tag } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/settings.ts'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'

/** Where fans find the shop: below the service's own address, and at host names of the club's own. */
export function ShopPage() {
  const { organisation, setOrganisation, whyNot } = useConsole()
  const why = whyNot('organisation:manage')
  const { data, error, reload } = useLoad(() => api.organisation.listShopDomains().page(), [])
  /** The shop's address follows from its hosts. */
  const refresh = async () => {
    reload()
    setOrganisation(await api.organisation.retrieve())
  }
  return (
    <SettingsFrame
      title={words.shop}
      scope="organisation:manage"
      actions={<ButtonLink href={organisation.shop_url}>{words.openTheShop}</ButtonLink>}
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      <div class={styles.columns}>
        <AddressSheet why={why} />
        <EmbedSheet why={why} />
        {data?.data.map((domain) => (
          <DomainSheet key={domain.shop_domain_id} {...{ domain, why }} onChanged={refresh} />
        ))}
        {data && <NewDomainSheet key={data.data.length} why={why} isFirst={data.data.length === 0} onAdded={reload} />}
      </div>
    </SettingsFrame>
  )
}

type Why = { why: string | undefined }

function AddressSheet({ why }: Why) {
  const { organisation, setOrganisation } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    setOrganisation(await api.organisation.change({ shop_slug: filled.text('shop_slug') }))
    toast(common.saved)
  })
  const problems = fieldErrors(error)
  return (
    <Sheet title={common.address}>
      <Facts>
        <Copied title={words.yourShop} text={organisation.shop_url} />
      </Facts>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="shop_slug"
          label={words.nameInTheAddress}
          hint={words.shopOldLinksLeadTo({ origin: location.origin })}
          required
          defaultValue={organisation.shop_slug}
          error={problems.shop_slug}
        />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={why}>
            {common.save}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

/** The shop on pages of the club's own: which of them may show it, and what to put there. */
function EmbedSheet({ why }: Why) {
  const { organisation, setOrganisation } = useConsole()
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const embed_origins = (filled.text('embed_origins') ?? '').split(/\s+/).filter((origin) => origin !== '')
    setOrganisation(await api.organisation.change({ embed_origins }))
    toast(common.saved)
  })
  const problem = Object.entries(fieldErrors(error)).find(([name]) => name.startsWith('embed_origins'))?.[1]
  return (
    <Sheet title={words.onYourOwnWebsite}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && problem === undefined && <TroubleNotice error={error} />}
        <TextField
          name="embed_origins"
          label={words.sitesThatMayShowYour}
          hint={words.oneALineSuchAs}
          defaultValue={organisation.embed_origins.join('\n')}
          error={problem}
        />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={why}>
            {common.save}
          </Button>
        </div>
      </form>
      <Facts>
        <Copied title={words.onceOnThePage} text={`<script async src="${organisation.shop_url}embed.js"></script>`} />
        <Copied title={words.whereTheShopShallBe} text={'<div data-grandstand-shop></div>'} />
        <Copied title={words.orAButtonToOne} text={'<button data-grandstand-event="7">Tickets</button>'} />
      </Facts>
    </Sheet>
  )
}

function DomainSheet({ domain, why, onChanged }: Why & { domain: ShopDomain; onChanged(): Promise<void> }) {
  const { shop_domain_id: id, host, proven, dns_record, file } = domain
  const check = useAction()
  const prove = () =>
    check.run(async () => {
      await api.organisation.proveShopDomain(id)
      toast(words.yourShopIsAt({ host }))
      await onChanged()
    })
  return (
    <Sheet title={host} about={<Tag tone={proven ? 'good' : 'quiet'}>{proven ? words.inUse : words.notProvenYet}</Tag>}>
      {!proven && (
        <>
          <p>{words.showThatIsYoursAdd({ host })}</p>
          <Facts>
            <Copied title={words.nameOfTheTxtRecord} text={dns_record.name} />
            <Copied title={words.itsValue} text={dns_record.value} />
          </Facts>
          <details>
            <summary>{words.orPutAFileOn}</summary>
            <Facts>
              <Copied title={words.addressOfTheFile} text={file.url} />
              <Copied title={words.whatIsInIt} text={file.content} />
            </Facts>
          </details>
        </>
      )}
      {proven && <p class={styles.muted}>{words.theNameHasToLead({ hostname: location.hostname })}</p>}
      {check.error !== undefined && <TroubleNotice error={check.error} />}
      <div class={form.actions}>
        {!proven && (
          <Button look="strong" busy={check.isBusy} why={why} onClick={prove}>
            {words.checkNow}
          </Button>
        )}
        <ConfirmButton
          label={common.remove}
          title={words.remove2({ host })}
          verb={words.removeIt}
          isGrave={proven}
          why={why}
          act={() => api.organisation.removeShopDomain(id).then(onChanged)}
        >
          {proven ? words.theShopIsNoLonger : words.nothingElseChanges}
        </ConfirmButton>
      </div>
    </Sheet>
  )
}

function NewDomainSheet({ why, isFirst, onAdded }: Why & { isFirst: boolean; onAdded(): void }) {
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    await api.organisation.addShopDomain({ host: filled.text('host').trim() })
    onAdded()
  })
  const problems = fieldErrors(error)
  return (
    <Sheet title={isFirst ? words.yourOwnDomain : words.anotherDomain}>
      {isFirst && <p>{words.fansBuyAtAnAddress}</p>}
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field name="host" label={words.domain} placeholder={'tickets.yourclub.com'} required error={problems.host} />
        <div class={form.actions}>
          <Button type="submit" busy={isBusy} why={why}>
            {words.add}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
