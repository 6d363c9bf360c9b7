import type { TransferArea } from '#contract/sets.ts'
import { t } from '../i18n.ts'

/** Files in desk/samples. */
const SAMPLES = [
  ['markdown', 'markdown.zip'],
  ['csv', 'table.csv'],
  ['excel', 'table.xlsx'],
  ['word', 'document.docx'],
  ['kanka', 'kanka.zip'],
  ['foundry', 'foundry.json'],
] as const
/** Files of our own. */
const OWN: Partial<Record<TransferArea, string>> = {
  rules: 'rules.json',
  glossary: 'glossary.json',
}
const MAPPINGS = ['markdown', 'table', 'word', 'kanka', 'foundry', 'own'] as const

/** A file of each format to try, and what becomes of what in such files. */
export const Samples = ({ area }: { area: TransferArea }) => {
  const own = OWN[area]
  // The others are of the same world.
  if (own === undefined) return null
  const samples = [...SAMPLES, ['own', own] as const]
  return (
    <>
      <p className="desk-samples">
        <span>{t('transfer.samples')}</span>
        {samples.map(([format, file]) => (
          <a download={`sample-${file}`} href={`/samples/${file}`} key={format}>
            {t(`transfer.sample_names.${format}`)}
          </a>
        ))}
      </p>
      <details>
        <summary>{t('transfer.mapping')}</summary>
        {MAPPINGS.map((format) => (
          <Mapped format={format} key={format} />
        ))}
      </details>
    </>
  )
}

/** The text has a line for each row. */
const Mapped = ({ format }: { format: (typeof MAPPINGS)[number] }) => (
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
