import { ArrayInput, required, SelectInput, SimpleFormIterator, TextInput } from 'react-admin'
import { TEXT_FORMATS } from '#contract/sets.ts'
import { t } from '../i18n.ts'

/** How the texts of a record are written; those of a new one with light formatting. */
export const FormatInput = () => (
  <SelectInput
    choices={TEXT_FORMATS.map((id) => ({ id, name: t(`formats.${id}`) }))}
    defaultValue="light"
    helperText={t('formats.hint')}
    label={t('fields.format')}
    source="format"
    validate={required()}
  />
)

/** Other names of an entry, at which texts are linked to it. */
export const AliasesInput = () => (
  <ArrayInput helperText={t('formats.aliases_hint')} label={t('fields.aliases')} source="aliases">
    <SimpleFormIterator disableClear disableReordering inline>
      <TextInput label={t('fields.alias')} source="" validate={required()} />
    </SimpleFormIterator>
  </ArrayInput>
)
