import type { Language } from '../../kit/languages.ts'

type MemberWords = {
  text: string
  email: string
  send: string
  sent: string
  code: string
  check: string
  proven: string
}

/** Of the proof that a member buys: they come with it, and no other page loads them. */
export const memberWords: Record<Language, MemberWords> = {
  en: {
    text: 'Your basket has tickets for members. We send a code to the e-mail address of your membership.',
    email: 'E-mail of your membership',
    send: 'Send me a code',
    sent: 'If a member has this address, a code is on its way. It is valid for 10 minutes.',
    code: 'Code from the mail',
    check: 'Check',
    proven: 'Thank you, your membership is confirmed.',
  },
  de: {
    text: 'Ihr Warenkorb enthält Tickets für Mitglieder. Wir schicken einen Code an die E-Mail-Adresse Ihrer Mitgliedschaft.',
    email: 'E-Mail Ihrer Mitgliedschaft',
    send: 'Code schicken',
    sent: 'Wenn ein Mitglied diese Adresse hat, ist ein Code unterwegs. Er gilt 10 Minuten.',
    code: 'Code aus der Mail',
    check: 'Prüfen',
    proven: 'Danke, Ihre Mitgliedschaft ist bestätigt.',
  },
  es: {
    text: 'Tu cesta tiene entradas para socios. Enviamos un código al correo de tu abono.',
    email: 'Correo de tu abono',
    send: 'Enviarme un código',
    sent: 'Si un socio tiene esta dirección, hay un código en camino. Vale 10 minutos.',
    code: 'Código del correo',
    check: 'Comprobar',
    proven: 'Gracias, tu abono está confirmado.',
  },
  fr: {
    text: 'Votre panier contient des billets réservés aux membres. Nous envoyons un code à l’adresse de votre adhésion.',
    email: 'E-mail de votre adhésion',
    send: 'M’envoyer un code',
    sent: 'Si un membre a cette adresse, un code est en route. Il est valable 10 minutes.',
    code: 'Code reçu par e-mail',
    check: 'Vérifier',
    proven: 'Merci, votre adhésion est prise en compte.',
  },
  nl: {
    text: 'Je winkelmand bevat tickets voor leden. We sturen een code naar het adres van je lidmaatschap.',
    email: 'E-mail van je lidmaatschap',
    send: 'Stuur me een code',
    sent: 'Als een lid dit adres heeft, is er een code onderweg. Hij is 10 minuten geldig.',
    code: 'Code uit de mail',
    check: 'Controleren',
    proven: 'Bedankt, je lidmaatschap telt mee.',
  },
  da: {
    text: 'Din kurv har billetter for medlemmer. Vi sender en kode til den adresse, dit medlemskab har.',
    email: 'E-mail på dit medlemskab',
    send: 'Send mig en kode',
    sent: 'Hvis et medlem har denne adresse, er en kode på vej. Den gælder i 10 minutter.',
    code: 'Kode fra mailen',
    check: 'Tjek',
    proven: 'Tak, dit medlemskab tæller.',
  },
}
