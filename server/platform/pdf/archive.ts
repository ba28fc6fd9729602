import { createHash } from 'node:crypto'
import { escapeXml } from '../values/xml.ts'

/**
 * What makes a file one that is kept (PDF/A-3, level B): it says of what part of the standard it is, whose colours it has, and carries the
 * files that belong to it. `invoiceXml` is the one that Factur-X and ZUGFeRD name.
 */
export type Archive = { createdAt: Date; invoiceXml: string | null }

export const INVOICE_FILE = 'factur-x.xml'

type About = { title: string; author: string; language: string }

/** 20261118T103000Z as PDF writes it. */
export const pdfTime = (time: Date): string => `(D:${time.toISOString().replace(/[-:T]|\..*/g, '')}Z)`

const xmlTime = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')

/** Two parts of a file's identity: what it was made of, and what it is now; of a file that is never changed they are the same. */
export function fileId(parts: Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  const id = hash.digest('hex').slice(0, 32)
  return `[<${id}> <${id}>]`
}

/** XMP: what the file is in words that programs search for, the same as its information dictionary says. */
export function describeFile({ title, author, language }: About, { createdAt, invoiceXml }: Archive): string {
  const time = xmlTime(createdAt)
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<pdf:Producer>Grandstand</pdf:Producer>
<xmp:CreateDate>${time}</xmp:CreateDate>
<xmp:ModifyDate>${time}</xmp:ModifyDate>
</rdf:Description>
${invoiceXml === null ? '' : INVOICE_DESCRIPTION}</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
}

/** Words of a schema that PDF/A does not know have to be explained where they are used. */
const property = (name: string, text: string): string => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${text}</pdfaProperty:description>
</rdf:li>
`

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const INVOICE_DESCRIPTION = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${FACTUR_X}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${property('DocumentFileName', 'The name of the embedded XML document')}${property('DocumentType', 'The type of the hybrid document')}${property('Version', 'The version of the standard')}${property('ConformanceLevel', 'The conformance level of the embedded XML document')}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${INVOICE_FILE}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
`
