import type { Language } from '../../kit/languages.ts'

type ExpressWords = {
  title: string
  hint: string
  or: string
  needed: string
  changed: string
  sandbox(wallet: string): string
  name: string
  postcode: string
  approve: string
}

/** The words of the wallet buttons above the form. */
export const expressWords: Record<Language, ExpressWords> = {
  en: {
    title: 'Pay in one step',
    hint: 'Your name and e-mail come from your wallet.',
    or: 'or fill in the form',
    needed: 'Nothing was charged yet: please fill in what is marked, then press again.',
    changed: 'Your basket has changed meanwhile. Nothing was charged: please look at it, then press again.',
    sandbox: (wallet) => `${wallet}, pretended`,
    name: 'Name in the wallet',
    postcode: 'Postcode',
    approve: 'Approve',
  },
  de: {
    title: 'In einem Schritt bezahlen',
    hint: 'Name und E-Mail kommen aus Ihrer Wallet.',
    or: 'oder das Formular ausfüllen',
    needed: 'Es wurde noch nichts abgebucht: Bitte ergänzen Sie, was markiert ist, und drücken Sie noch einmal.',
    changed:
      'Ihr Warenkorb hat sich inzwischen geändert. Es wurde nichts abgebucht: Bitte sehen Sie ihn sich an und drücken Sie noch einmal.',
    sandbox: (wallet) => `${wallet}, nur gespielt`,
    name: 'Name in der Wallet',
    postcode: 'Postleitzahl',
    approve: 'Bestätigen',
  },
  es: {
    title: 'Pagar en un paso',
    hint: 'Su nombre y su correo vienen de su monedero.',
    or: 'o rellene el formulario',
    needed: 'Todavía no se ha cobrado nada: complete lo que está marcado y pulse de nuevo.',
    changed: 'Su cesta ha cambiado entretanto. No se ha cobrado nada: revísela y pulse de nuevo.',
    sandbox: (wallet) => `${wallet}, simulado`,
    name: 'Nombre en el monedero',
    postcode: 'Código postal',
    approve: 'Aprobar',
  },
  fr: {
    title: 'Payer en une étape',
    hint: 'Votre nom et votre e-mail viennent de votre portefeuille.',
    or: 'ou remplir le formulaire',
    needed: 'Rien n’a encore été débité : complétez ce qui est signalé, puis appuyez de nouveau.',
    changed: 'Votre panier a changé entre-temps. Rien n’a été débité : vérifiez-le, puis appuyez de nouveau.',
    sandbox: (wallet) => `${wallet}, simulé`,
    name: 'Nom dans le portefeuille',
    postcode: 'Code postal',
    approve: 'Approuver',
  },
  nl: {
    title: 'In één stap betalen',
    hint: 'Uw naam en e-mailadres komen uit uw wallet.',
    or: 'of vul het formulier in',
    needed: 'Er is nog niets afgeschreven: vul aan wat gemarkeerd is en druk opnieuw.',
    changed: 'Uw mandje is intussen veranderd. Er is niets afgeschreven: bekijk het en druk opnieuw.',
    sandbox: (wallet) => `${wallet}, nagespeeld`,
    name: 'Naam in de wallet',
    postcode: 'Postcode',
    approve: 'Goedkeuren',
  },
  da: {
    title: 'Betal i ét trin',
    hint: 'Dit navn og din e-mail kommer fra din wallet.',
    or: 'eller udfyld formularen',
    needed: 'Der er ikke trukket noget endnu: udfyld det markerede, og tryk igen.',
    changed: 'Din kurv er ændret i mellemtiden. Der er ikke trukket noget: se den igennem, og tryk igen.',
    sandbox: (wallet) => `${wallet}, kun på skrømt`,
    name: 'Navn i walletten',
    postcode: 'Postnummer',
    approve: 'Godkend',
  },
}
