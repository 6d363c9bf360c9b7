import type { TransferArea } from '#contract/sets.ts'
import { t } from '../i18n.ts'

/** Files in desk/samples, of one world, for areas of texts. */
const TEXTS = [
  ['markdown', 'markdown.zip'],
  ['csv', 'table.csv'],
  ['excel', 'table.xlsx'],
  ['word', 'document.docx'],
  ['kanka', 'kanka.zip'],
  ['foundry', 'foundry.json'],
] as const
const SAMPLES = {
  rules: [...TEXTS, ['own', 'rules.json']],
  glossary: [...TEXTS, ['own', 'glossary.json']],
  contents: [
    ['csv', 'contents.csv'],
    ['own', 'contents.json'],
  ],
  downloads: [['files', 'downloads.zip']],
} as const satisfies Record<TransferArea, unknown>

const ENTRIES = ['markdown', 'table', 'word', 'kanka', 'foundry', 'own'] as const
const MAPPINGS = {
  rules: ENTRIES,
  glossary: ENTRIES,
  contents: ['articles', ...ENTRIES],
  downloads: ['files'],
} as const satisfies Record<TransferArea, unknown>
type Mapping = (typeof MAPPINGS)[TransferArea][number]

/** A file of each format to try, and what becomes of what in such files. */
export const Samples = ({ area }: { area: TransferArea }) => (
  <>
    <p className="desk-samples">
      <span>{t('transfer.samples')}</span>
      {SAMPLES[area].map(([format, file]) => (
        <a download={`sample-${file}`} href={`/samples/${file}`} key={format}>
          {t(`transfer.sample_names.${format}`)}
        </a>
      ))}
    </p>
    <details>
      <summary>{t('transfer.mapping')}</summary>
      {MAPPINGS[area].map((format) => (
        <Mapped format={format} key={format} />
      ))}
    </details>
  </>
)

/** The text has a line for each row. */
const Mapped = ({ format }: { format: Mapping }) => (
  <table className="desk-table desk-mapping">
    <caption>{t(`transfer.formats_of.${format}`)}</caption>
    <thead>
      <tr>
        <th scope="col">{t('transfer.from')}</th>
        <th scope="col">{t('transfer.to')}</th>
      </tr>
    </thead>
    <tbody>
      {t(`transfer.mappings.${format}`)
        .split('\n')
        .map((row) => (
          <tr key={row}>
            {row.split(' → ').map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
    </tbody>
  </table>
)
