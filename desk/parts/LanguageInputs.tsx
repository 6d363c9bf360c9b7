import { FormDataConsumer, ReferenceInput, SelectInput, useRecordContext } from 'react-admin'
import { languageName, siteLanguages, t } from '../i18n.ts'
import { RECORDS_MAX } from './ReferenceSelect.tsx'

type Written = { readonly id?: number; readonly kind?: string; readonly language?: string | null }

/** Language of a record's texts, where the site has several. The main one is stored as none. */
export const LanguageInput = () => {
  const stored = useRecordContext<Written & { id: number }>()?.language
  const served = siteLanguages()
  if (served.length < 2) return null
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

/** Language of a record, and the record whose translation it is. @param resource of both */
export const TranslationInputs = ({ resource }: { resource: 'contents' | 'rule-entries' }) => {
  if (siteLanguages().length < 2) return null
  return (
    <>
      <LanguageInput />
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
    </>
  )
}
