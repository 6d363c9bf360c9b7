import {
  ArrayInput,
  FormDataConsumer,
  ReferenceInput,
  required,
  SelectInput,
  SimpleFormIterator,
  TextInput,
  useRecordContext,
} from 'react-admin'
import { TEXT_FORMATS, type TextFormat } from '#contract/sets.ts'
import { languageName, siteLanguages, t } from '../i18n.ts'
import { FieldPair } from './FieldPair.ts'
import { RECORDS_MAX } from './ReferenceSelect.tsx'
import { TextPreview } from './TextPreview.tsx'

type Written = {
  readonly id?: number
  readonly kind?: string
  readonly language?: string | null
  readonly format?: TextFormat
  readonly description?: string | null
  readonly sub_entries?: readonly { readonly title?: string; readonly content?: string }[] | null
}

type Props = {
  /** The resource whose records can be translations of each other. */
  translations?: 'contents' | 'rule-entries'
}

/**
 * What holds for all texts of a record, in one row above its first field: their language, their format, and the record
 * whose translation it is. A new record has light formatting.
 */
export const TextRow = ({ translations }: Props) => {
  const isOneLanguage = siteLanguages().length < 2
  return (
    <FieldPair>
      {!isOneLanguage && <LanguageInput />}
      <SelectInput
        choices={TEXT_FORMATS.map((id) => ({ id, name: t(`formats.${id}`) }))}
        defaultValue="light"
        label={t('fields.format')}
        source="format"
        validate={required()}
      />
      {translations && !isOneLanguage && <TranslationInput resource={translations} />}
    </FieldPair>
  )
}

/** The main language is stored as none. */
const LanguageInput = () => {
  const stored = useRecordContext<Written & { id: number }>()?.language
  const served = siteLanguages()
  const [main = ''] = served
  return (
    <SelectInput
      choices={[...new Set([...served, stored ?? main])].map((id) => ({
        id,
        name: languageName(id),
      }))}
      format={(value?: string | null) => value || main}
      isRequired
      label={t('fields.language')}
      parse={(chosen: string) => (chosen === main ? null : chosen)}
      source="language"
      translateChoice={false}
    />
  )
}

const TranslationInput = ({ resource }: { resource: string }) => (
  <FormDataConsumer<Written>>
    {({ formData: { kind } }) => (
      <ReferenceInput
        filter={{ kind }}
        perPage={RECORDS_MAX}
        reference={resource}
        sort={{ field: 'title', order: 'ASC' }}
        source="translation_of"
      >
        <SelectInput
          helperText={t('fields.translation_hint')}
          label={t('fields.translation_of')}
          optionText="title"
        />
      </ReferenceInput>
    )}
  </FormDataConsumer>
)

/** How texts with light formatting are written, and what they look like. */
export const LightPreview = () => (
  <FormDataConsumer<Written>>
    {({ formData }) =>
      formData.format === 'light' && (
        <>
          <p className="desk-quiet">{t('formats.hint')}</p>
          <TextPreview written={textsOf(formData)} />
        </>
      )
    }
  </FormDataConsumer>
)

/** All texts of a record that have its format. A section that was just added has no fields. */
const textsOf = ({ description, sub_entries }: Written) => [
  { title: t('fields.description'), text: description ?? '' },
  ...(sub_entries ?? []).map((section) => ({
    title: section.title ?? '',
    text: section.content ?? '',
  })),
]

/** Other names of an entry, at which texts are linked to it. */
export const AliasesInput = () => (
  <ArrayInput helperText={t('formats.aliases_hint')} label={t('fields.aliases')} source="aliases">
    <SimpleFormIterator disableClear disableReordering inline>
      <TextInput label={t('fields.alias')} source="" validate={required()} />
    </SimpleFormIterator>
  </ArrayInput>
)
