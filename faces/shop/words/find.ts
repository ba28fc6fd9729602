import type { Language } from '../../kit/languages.ts'

type FindWords = { text: string; what: string; hint: string; send: string; sent: string }

/** Of the page that finds tickets again: they come with that page, and no other page loads them. */
export const findWords: Record<Language, FindWords> = {
  en: {
    text: 'Lost the mail, or bought on another device? We send the links to your tickets to the address that they were bought with.',
    what: 'Order number or e-mail address',
    hint: 'Both are in the mail that came with your order.',
    send: 'Send me my tickets',
    sent: 'If there are tickets for this, a mail with the links is on its way. It may take a few minutes.',
  },
  de: {
    text: 'Mail verloren oder auf einem anderen Gerät gekauft? Wir schicken die Links zu Ihren Tickets an die Adresse, mit der sie gekauft wurden.',
    what: 'Bestellnummer oder E-Mail-Adresse',
    hint: 'Beides steht in der Mail zu Ihrer Bestellung.',
    send: 'Tickets zuschicken',
    sent: 'Wenn es dazu Tickets gibt, ist eine Mail mit den Links unterwegs. Das kann ein paar Minuten dauern.',
  },
  es: {
    text: '¿Has perdido el correo o compraste en otro dispositivo? Enviamos los enlaces de tus entradas a la dirección con la que se compraron.',
    what: 'Número de pedido o correo electrónico',
    hint: 'Ambos están en el correo de tu pedido.',
    send: 'Enviarme mis entradas',
    sent: 'Si hay entradas, un correo con los enlaces está en camino. Puede tardar unos minutos.',
  },
  fr: {
    text: 'E-mail perdu, ou achat sur un autre appareil ? Nous envoyons les liens vers vos billets à l’adresse avec laquelle ils ont été achetés.',
    what: 'Numéro de commande ou adresse e-mail',
    hint: 'Les deux figurent dans l’e-mail de votre commande.',
    send: 'M’envoyer mes billets',
    sent: 'S’il existe des billets, un e-mail avec les liens est en route. Cela peut prendre quelques minutes.',
  },
  nl: {
    text: 'Mail kwijt, of op een ander apparaat gekocht? We sturen de links naar je tickets naar het adres waarmee ze zijn gekocht.',
    what: 'Bestelnummer of e-mailadres',
    hint: 'Allebei staan ze in de mail bij je bestelling.',
    send: 'Stuur mijn tickets',
    sent: 'Als er tickets zijn, is een mail met de links onderweg. Dat kan een paar minuten duren.',
  },
  da: {
    text: 'Er mailen væk, eller købte du på en anden enhed? Vi sender links til dine billetter til den adresse, de er købt med.',
    what: 'Ordrenummer eller e-mailadresse',
    hint: 'Begge dele står i mailen om din ordre.',
    send: 'Send mig mine billetter',
    sent: 'Hvis der er billetter, er en mail med links på vej. Det kan tage et par minutter.',
  },
}
