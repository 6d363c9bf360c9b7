import { useId } from 'react'
import { useGetList } from 'react-admin'
import type { TransferArea } from '#contract/sets.ts'
import type { ImportMapping, Recognised, TableField } from '#contract/transfer.ts'
import { tableFieldsOf } from '#shared/transfer.ts'
import { t } from '../i18n.ts'
import { PlainTable } from '../parts/PlainTable.tsx'

type KindsProps = {
  kinds: Recognised['kinds']
  isDisabled: boolean
  onChange: (kinds: NonNullable<ImportMapping['kinds']>) => void
}

const TARGETS = {
  rules: 'rule-categories',
  glossary: 'glossary-types',
} as const
type Target = { id: number; name: string }
/** Kinds of an area that has no others. */
const FIXED_TARGETS = { contents: ['news', 'event'] } as const
/** More types or categories than any site has. */
const TARGETS_MAX = 500

/** Kinds of the source, each with what its entries become. */
export const Kinds = ({ area, ...props }: KindsProps & { area: TransferArea }) =>
  area === 'contents' ? (
    <KindsTable
      {...props}
      choicesOf={() => FIXED_TARGETS[area].map((kind) => [kind, t(`transfer.target_${kind}`)])}
      head={t('transfer.target_contents')}
    />
  ) : (
    <NamedKinds area={area} {...props} />
  )

type NamedProps = KindsProps & { area: keyof typeof TARGETS }

/** Entries go to the types or categories that are here, or to a new one. */
const NamedKinds = ({ area, ...props }: NamedProps) => {
  const { data = [] } = useGetList<Target>(TARGETS[area], {
    pagination: { page: 1, perPage: TARGETS_MAX },
    sort: { field: 'position', order: 'ASC' },
  })
  const here = data.map(({ name }) => name)
  const choicesOf = (kind: string): Choice[] => [
    ...(kind === '' ? [['', t('transfer.no_target')] as const] : []),
    ...here.map((name) => [name, name] as const),
    ...(kind === '' || here.includes(kind)
      ? []
      : [[kind, t('transfer.new_target', { name: kind })] as const]),
  ]
  return <KindsTable {...props} choicesOf={choicesOf} head={t(`transfer.target_${area}`)} />
}

type Choice = readonly [value: string, name: string]
type KindsTableProps = KindsProps & {
  head: string
  choicesOf: (kind: string) => readonly Choice[]
}

const KindsTable = ({ kinds, isDisabled, onChange, head, choicesOf }: KindsTableProps) => {
  if (kinds.length === 0) return null
  return (
    <MappingTable
      heads={[t('transfer.kind'), t('transfer.count'), head]}
      isDisabled={isDisabled}
      rows={kinds.map(({ name, count, target }) => {
        const label = name === '' ? t('transfer.no_kind') : name
        return {
          cells: [label, String(count)],
          label: t('transfer.target_of', { name: label }),
          value: target ?? LEFT_OUT,
          choices: [...choicesOf(name), [LEFT_OUT, t('transfer.leave_out')]],
          onChange: (value: string) => onChange({ [name]: value === LEFT_OUT ? null : value }),
        }
      })}
      title={t('transfer.kinds')}
    />
  )
}

const LEFT_OUT = '\u0000'

type ColumnsProps = {
  area: TransferArea
  columns: Recognised['columns']
  isDisabled: boolean
  onChange: (columns: NonNullable<ImportMapping['columns']>) => void
}

export const Columns = ({ area, columns, isDisabled, onChange }: ColumnsProps) => {
  if (columns.length === 0) return null
  const choices = [
    ...tableFieldsOf(area).map((field) => [field, t(`transfer.fields.${field}`)] as const),
    [LEFT_OUT, t('transfer.leave_out')] as const,
  ]
  return (
    <MappingTable
      heads={[t('transfer.column'), t('transfer.field')]}
      isDisabled={isDisabled}
      rows={columns.map(({ name, field }) => ({
        cells: [name],
        label: t('transfer.field_of', { name }),
        value: field ?? LEFT_OUT,
        choices,
        onChange: (value: string) =>
          onChange({ [name]: value === LEFT_OUT ? null : (value as TableField) }),
      }))}
      title={t('transfer.columns')}
    />
  )
}

type Row = {
  cells: readonly string[]
  label: string
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}

type TableProps = {
  title: string
  heads: readonly string[]
  rows: readonly Row[]
  isDisabled: boolean
}

const MappingTable = ({ title, heads, rows, isDisabled }: TableProps) => {
  const id = useId()
  return (
    <>
      <h3 id={id}>{title}</h3>
      <PlainTable
        aria-labelledby={id}
        heads={heads}
        rows={rows.map(({ cells, label, value, choices, onChange }) => [
          ...cells,
          <select
            aria-label={label}
            disabled={isDisabled}
            key={label}
            onChange={({ target }) => onChange(target.value)}
            value={value}
          >
            {choices.map(([one, name]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>,
        ])}
      />
    </>
  )
}

/** Files in desk/samples, of one world. */
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
} as const satisfies Record<TransferArea, unknown>

const ENTRIES = ['markdown', 'table', 'word', 'kanka', 'foundry', 'own'] as const
const MAPPINGS = {
  rules: ENTRIES,
  glossary: ENTRIES,
  contents: ['articles', ...ENTRIES],
} as const satisfies Record<TransferArea, unknown>
type Mapped = (typeof MAPPINGS)[TransferArea][number]

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
        <MappedRows format={format} key={format} />
      ))}
    </details>
  </>
)

/** The text has a line for each row. */
const MappedRows = ({ format }: { format: Mapped }) => (
  <PlainTable
    caption={t(`transfer.formats_of.${format}`)}
    heads={[t('transfer.from'), t('transfer.to')]}
    rows={t(`transfer.mappings.${format}`)
      .split('\n')
      .map((row) => row.split(' → '))}
  />
)
