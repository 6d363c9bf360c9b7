import {
  ArrayInput,
  FormDataConsumer,
  required,
  SelectInput,
  SimpleFormIterator,
  TextInput,
} from 'react-admin'
import { TEXT_FORMATS, type TextFormat } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { TextPreview } from './TextPreview.tsx'

/** Format of a record's texts. A new record has light formatting, which can be previewed. */
export const FormatInput = () => (
  <FormDataConsumer<Written>>
    {({ formData }) => {
      const isLight = formData.format === 'light'
      return (
        <>
          <SelectInput
            choices={TEXT_FORMATS.map((id) => ({ id, name: t(`formats.${id}`) }))}
            defaultValue="light"
            helperText={isLight && t('formats.hint')}
            label={t('fields.format')}
            source="format"
            validate={required()}
          />
          {isLight && <TextPreview written={textsOf(formData)} />}
        </>
      )
    }}
  </FormDataConsumer>
)

type Written = {
  readonly format?: TextFormat
  readonly description?: string | null
  readonly sub_entries?: readonly { readonly title?: string; readonly content?: string }[] | null
}

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
