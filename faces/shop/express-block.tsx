import type { ComponentChildren } from 'preact'
import { CheckField } from '../kit/field.tsx'
import styles from './express.module.css'
import { useShop } from './shop.tsx'
import type { useExpress } from './use-express.ts'

/** The buttons, with what has to be agreed to, above the form. Without a wallet in this browser nothing is seen of it. */
export function ExpressBlock({
  express: { said, place, isAgreed, lacks },
  isShown,
  children,
}: {
  express: ReturnType<typeof useExpress>
  /** Undefined until it is known; meanwhile it is where it would be, since a frame that is not drawn may never say. */
  isShown: boolean | undefined
  children: ComponentChildren
}) {
  const { storefront, words } = useShop()
  return (
    <section
      ref={place}
      class={isShown ? styles.express : styles.waiting}
      aria-label={said.title}
      hidden={isShown === false}
    >
      <h2>{said.title}</h2>
      <p class={styles.hint}>{said.hint}</p>
      {isShown && storefront.terms_version !== null && (
        <CheckField name="terms" label={words.agree} error={isAgreed ? undefined : words.agreeFirst} />
      )}
      {children}
      <p role="status" class={styles.needed}>
        {lacks}
      </p>
      <p class={styles.or}>{said.or}</p>
    </section>
  )
}
