import { Field } from '../../kit/field.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { PictureField } from '../parts/picture-field.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
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
    <Sheet title="Look" about="shop, tickets and mails">
      <div class={styles.ticket}>
        {logo_image === null ? <strong>{name}</strong> : <img src={logo_image} alt={name} />}
        <div class={styles.swatches}>
          {[accent_color, background_color].map(
            (colour, index) =>
              colour !== null && (
                <svg key={index} viewBox="0 0 1 1" role="img" aria-label={`Colour ${colour}`}>
                  <rect width="1" height="1" fill={colour} />
                </svg>
              ),
          )}
        </div>
        <p class={styles.muted}>Text on a colour is worked out so that it can be read, in light and dark.</p>
      </div>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <PictureField
          name="logo_image"
          label="Logo"
          hint="In the shop, on tickets and in mails. Best as a PNG without a background."
          kind="logo"
          defaultValue={logo_image}
          why={why}
          error={problems.logo_image}
        />
        <PictureField
          name="favicon"
          label="Icon"
          hint="In the tab of the browser. Best square."
          kind="logo"
          defaultValue={organisation.favicon}
          why={why}
          error={problems.favicon}
        />
        <div class={form.pair}>
          <Field
            name="accent_color"
            label="Colour"
            placeholder="#0f6b46"
            defaultValue={accent_color ?? ''}
            error={problems.accent_color}
          />
          <Field
            name="background_color"
            label="Background"
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
