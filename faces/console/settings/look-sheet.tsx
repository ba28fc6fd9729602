import { Field } from '../../kit/field.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { PictureField } from '../parts/picture-field.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/settings.ts'
import { orNull, Save, useChange, type Why } from './organisation-form.tsx'
import styles from './settings.module.css'

/** What fans know the organisation by. */
export function LookSheet({ why }: Why) {
  const { organisation } = useConsole()
  const { submit, isBusy, error, problems } = useChange((filled) => ({
    logo_image: orNull(filled.optional('logo_image')),
    favicon: orNull(filled.optional('favicon')),
    accent_color: orNull(filled.optional('accent_color')),
    background_color: orNull(filled.optional('background_color')),
  }))
  const { name, logo_image, accent_color, background_color } = organisation
  return (
    <Sheet title={words.look} about={words.shopTicketsAndMails}>
      <div class={styles.ticket}>
        {logo_image === null ? <strong>{name}</strong> : <img src={logo_image} alt={name} />}
        <div class={styles.swatches}>
          {[accent_color, background_color].map(
            (colour, index) =>
              colour !== null && (
                <svg key={index} viewBox="0 0 1 1" role="img" aria-label={words.colour({ colour })}>
                  <rect width="1" height="1" fill={colour} />
                </svg>
              ),
          )}
        </div>
        <p class={styles.muted}>{words.textOnAColourIs}</p>
      </div>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <PictureField
          name="logo_image"
          label={words.logo}
          hint={words.inTheShopOnTickets}
          kind="logo"
          defaultValue={logo_image}
          why={why}
          error={problems.logo_image}
        />
        <PictureField
          name="favicon"
          label={words.icon}
          hint={words.inTheTabOfThe}
          kind="logo"
          defaultValue={organisation.favicon}
          why={why}
          error={problems.favicon}
        />
        <div class={form.pair}>
          <Field
            name="accent_color"
            label={words.colour2}
            placeholder="#0f6b46"
            defaultValue={accent_color ?? ''}
            error={problems.accent_color}
          />
          <Field
            name="background_color"
            label={words.background}
            placeholder="#f6f4ee"
            defaultValue={background_color ?? ''}
            error={problems.background_color}
          />
        </div>
        <Save {...{ why, isBusy }} />
      </form>
    </Sheet>
  )
}
