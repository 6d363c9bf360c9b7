import type { SourceFile } from '#server/transfer/sources/source.ts'
import { type ZipOptions, zipOf } from '../fixtures/archives.ts'
import { sourceFile } from './sourceFiles.ts'

/* Documents of Word from small pieces of their XML. */

const OFFICE = 'http://schemas.openxmlformats.org'
const DRAWING = `${OFFICE}/drawingml/2006`
const NAMESPACES = [
  `xmlns:w="${OFFICE}/wordprocessingml/2006/main"`,
  `xmlns:r="${OFFICE}/officeDocument/2006/relationships"`,
  `xmlns:m="${OFFICE}/officeDocument/2006/math"`,
  `xmlns:c="${OFFICE}/drawingml/2006/chart"`,
  `xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${OFFICE}/drawingml/2006/main"`,
  `xmlns:pic="${OFFICE}/drawingml/2006/picture"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
].join(' ')
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export const run = (text: string, marks = ''): string =>
  `<w:r><w:rPr>${marks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
/** @param style such as `Heading1`; @param inside runs, or text */
export const paragraph = (inside: string, style?: string, properties = ''): string =>
  `<w:p><w:pPr>${style === undefined ? '' : `<w:pStyle w:val="${style}"/>`}${properties}</w:pPr>${
    inside.startsWith('<') ? inside : run(inside)
  }</w:p>`
export const table = (rows: readonly (readonly string[])[]): string => {
  const columns = (rows[0] ?? []).map(() => '<w:gridCol w:w="3000"/>').join('')
  const lines = rows.map(
    (cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
  )
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${columns}</w:tblGrid>${lines.join('')}</w:tbl>`
}
/** @param id another one for each bookmark, where Word opens the document */
export const bookmark = (name: string, id = 1): string =>
  `<w:bookmarkStart w:id="${id}" w:name="${name}"/><w:bookmarkEnd w:id="${id}"/>`
export const linkTo = (anchor: string, words: string): string =>
  `<w:hyperlink w:anchor="${anchor}">${run(words)}</w:hyperlink>`
/** EMU of a pixel. */
const PIXEL = 9525

/** @param id of the relationship: `rId1` is `media/image1.png` */
export const picture = (id: string, description: string, width = 30, height = 20): string => {
  const size = `cx="${width * PIXEL}" cy="${height * PIXEL}"`
  return (
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr id="1" name="p" descr="${description}"/>` +
    `<a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>` +
    '</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
  )
}

const style = (id: string, name: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
const STYLES = [
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  style('Heading1', 'heading 1'),
  style('Heading2', 'heading 2'),
  style('Heading3', 'heading 3'),
  style('Titel', 'Title'),
  style('Verzeichnis1', 'toc 1'),
].join('')
const LEVELS = ['bullet', 'decimal'].map(
  (format, index) =>
    `<w:abstractNum w:abstractNumId="${index}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1"/></w:lvl></w:abstractNum>`,
)
const NUMBERS = ['0', '1'].map(
  (id) => `<w:num w:numId="${Number(id) + 1}"><w:abstractNumId w:val="${id}"/></w:num>`,
)
/** @param list 1 for dots, 2 for numbers */
export const item = (text: string, list: 1 | 2): string =>
  paragraph(text, undefined, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`)

const part = (name: string, inside: string): string =>
  `${HEAD}<w:${name} ${NAMESPACES}>${inside}</w:${name}>`
const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relationships = (...inside: string[]): string =>
  `${HEAD}<Relationships xmlns="${OFFICE}/package/2006/relationships">${inside.join('')}</Relationships>`

/** Text of the notes by number. */
export const footnotes = (notes: Readonly<Record<number, string>>): string =>
  part(
    'footnotes',
    Object.entries(notes)
      .map(([id, text]) => `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`)
      .join(''),
  )
export const footnote = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`

/** Parts that a document names by their kind. */
const PARTS = ['styles', 'numbering', 'footnotes'] as const
const TYPES = `${OFFICE}/package/2006/content-types`
const typesOf = (names: readonly string[]): string =>
  `${HEAD}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${names
    .map(
      (name) =>
        `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${name === 'document' ? 'document.main' : name}+xml"/>`,
    )
    .join('')}</Types>`

/**
 * A document that Word opens, too.
 * @param more further parts by their names
 */
export async function docx(
  body: string,
  more: Readonly<Record<string, string | Buffer>> = {},
  name = 'Chronik.docx',
  options: ZipOptions = {},
): Promise<SourceFile> {
  const own = {
    'word/styles.xml': part('styles', STYLES),
    'word/numbering.xml': part('numbering', LEVELS.join('') + NUMBERS.join('')),
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
    ...more,
  }
  const parts = PARTS.filter((one) => `word/${one}.xml` in own)
  const pictures = new Set(Array.from(body.matchAll(/r:embed="rId(\d+)"/g), ([, id]) => id))
  const bytes = await zipOf(
    {
      '[Content_Types].xml': typesOf(['document', ...parts]),
      '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'word/document.xml')),
      'word/_rels/document.xml.rels': relationships(
        ...parts.map((one) => relationship(one, one, `${one}.xml`)),
        ...Array.from(pictures, (id) => relationship(`rId${id}`, 'image', `media/image${id}.png`)),
      ),
      ...own,
    },
    options,
  )
  return sourceFile(name, bytes)
}
