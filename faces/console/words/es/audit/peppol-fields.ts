/** Of how documents go to Peppol. */
export const auditPeppolFields: Record<string, string> = {
  access: 'Acceso a Peppol',
  peppol_id: 'ID de Peppol',
  new_token: 'Clave nueva',
  is_again: 'Enviada de nuevo',
  url: 'Dirección',
  token: 'Clave',
  contact_name: 'Persona de contacto',
  contact_phone: 'Teléfono de contacto',
}
