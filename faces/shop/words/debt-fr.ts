import type { DebtWords } from './debt-en.ts'

export const fr: DebtWords = {
  toPayTitle: (amount) => `${amount} à payer`,
  whatFor: (title, order) => `${title}, commande ${order}`,
  instalment: (number) => `Échéance ${number}`,
  due: (day) => `À payer avant le ${day}`,
  overdue: (day) => `Était à payer avant le ${day}`,
  ofAmount: (amount) => `sur ${amount} en tout`,
  payingTitle: 'Votre banque réfléchit',
  payingText:
    'Nous regardons à nouveau toutes les quelques secondes. Vous ne paierez jamais deux fois. Vous pouvez fermer cette page.',
  confirmText: 'Votre banque vous demande de confirmer le paiement.',
  paidTitle: 'Payé. Merci',
  paidText: (amount) => `Nous avons reçu ${amount}. Vous n’avez plus rien à faire.`,
  wantedTitle: (amount) => `Où envoyer ${amount} ?`,
  wantedText:
    'Nous virons l’argent sur ce compte et ne l’utilisons pour rien d’autre. Il est effacé 30 jours après le virement.',
  holder: 'Titulaire du compte',
  account: 'IBAN ou numéro de compte',
  accountHint:
    'Hors d’Europe : le numéro de votre banque et celui de votre compte, par exemple BSB 062-000, 1234 5678.',
  accountWrong: 'Il y a une erreur dans ce numéro. Veuillez le vérifier.',
  send: 'Envoyer',
  sending: 'Envoi…',
  givenTitle: 'Merci, nous avons votre compte',
  givenText: (amount, account) => `Nous virons ${amount} sur le compte qui se termine par ${account}.`,
  givenWrong: (name) => `Une erreur ? Répondez à l’e-mail : ${name} vous enverra un autre lien.`,
  cashTitle: (amount) => `${amount} vous attendent`,
  cashText: 'Vous avez payé en espèces : venez les chercher à la billetterie.',
  backTitle: 'Vous avez récupéré votre argent',
  backText: (amount) => `Nous vous avons rendu ${amount}.`,
  nothingTitle: 'Plus rien n’est dû',
  nothingText: 'Vous n’avez rien à faire.',
  goneTitle: 'Ce lien n’ouvre rien',
  goneText:
    'Il n’est peut-être pas complet, ou un e-mail plus récent en contient un autre. Ouvrez le lien du dernier e-mail.',
  expiredTitle: 'Ce lien est trop ancien',
  expiredText: (name) => `Demandez-en un autre à ${name} : répondez à l’e-mail.`,
  declinedText: 'Rien n’a été débité. Essayez une autre carte.',
  howMuch: 'Combien souhaitez-vous payer ?',
  thisPart: (amount) => `Seulement cette échéance : ${amount}`,
  wholePlan: (amount) => `Tout ce qui reste dû : ${amount}`,
}
