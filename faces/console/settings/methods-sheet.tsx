import type { PaymentMethods } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { CheckField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/services.ts'
import type { Why } from './organisation-form.tsx'

type Method = PaymentMethods['payment_methods'][number]

/** The ways to pay that the account has, each with a switch and what it costs in time and risk. */
export function MethodsSheet({ why }: Why) {
  const { data, error, reload, set } = useLoad(() => api.payments.retrieveMethods(), [])
  const action = useAction()
  // A box that was ticked and refused is drawn anew, as it is.
  const [refusals, setRefusals] = useState(0)
  const turn = async ({ payment_method }: Method, switched_on: boolean) => {
    const isDone = await action.run(async () => set(await api.payments.switchMethod(payment_method, { switched_on })))
    if (isDone) toast(common.saved)
    else setRefusals(refusals + 1)
  }
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const inAccount = data.payment_methods.filter((method) => method.in_account)
  const missing = data.payment_methods.filter((method) => !method.in_account)
  return (
    <Sheet title={words.waysToPay} about={words.aboutWaysToPay}>
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      <fieldset class={form.group} disabled={why !== undefined || action.isBusy}>
        <legend class="visually-hidden">{words.waysToPay}</legend>
        {inAccount.map((method) => (
          <CheckField
            key={`${method.payment_method} ${refusals}`}
            name={method.payment_method}
            label={nameOf(method)}
            hint={aboutOf(method)}
            defaultChecked={method.switched_on}
            onChange={(isOn) => turn(method, isOn)}
          />
        ))}
      </fieldset>
      {missing.length > 0 && <p>{words.notInAccount({ names: missing.map(nameOf).join(', ') })}</p>}
    </Sheet>
  )
}

const nameOf = ({ payment_method }: Method): string => words.methods[payment_method] ?? payment_method

function aboutOf(method: Method): string {
  const { redirects, minutes_at_bank, days_before_event, currencies } = method
  return [
    method.is_express && words.withExpress,
    days_before_event === 0 ? words.atOnce : words.takesDays({ days: days_before_event }),
    redirects && words.atBank({ minutes: minutes_at_bank }),
    words.methodRisks[method.payment_method],
    currencies && words.onlyIn({ currencies: currencies.join(', ') }),
  ]
    .filter(Boolean)
    .join(' ')
}
