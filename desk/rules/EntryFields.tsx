import { FormDataConsumer, required, TextInput } from 'react-admin'
import type { RuleEntryBody } from '#contract/rules.ts'
import { AliasesInput, FormatInput } from '../parts/FormatInputs.tsx'
import { TranslationInputs } from '../parts/LanguageInputs.tsx'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'
import { SectionsInput } from '../parts/SectionsInput.tsx'
import { PictureInput } from '../parts/UploadInput.tsx'

type Entry = Partial<RuleEntryBody>

/** Parents of an entry: the field and the resource that it refers to. */
export const category = { source: 'category_id', reference: 'rule-categories' }
export const subcategory = { source: 'subcategory_id', reference: 'rule-subcategories' }
export const quickSubcategory = { source: 'quick_subcategory_id', reference: 'quick-subcategories' }

/** An entry of one kind has no parents of the other, even where they were chosen before the kind. */
export const withoutForeignFields = (data: Entry): Entry =>
  data.kind === 'quick'
    ? { ...data, category_id: null, subcategory_id: null }
    : { ...data, quick_subcategory_id: null }

export const EntryFields = () => (
  <>
    <TextInput source="title" validate={required()} />
    <FormDataConsumer<Entry>>
      {({ formData: { kind, category_id } }) =>
        kind === 'quick' ? (
          <ReferenceSelect {...quickSubcategory} />
        ) : (
          <>
            <ReferenceSelect {...category} />
            {category_id && <ReferenceSelect filter={{ category_id }} {...subcategory} />}
          </>
        )
      }
    </FormDataConsumer>
    <FormatInput />
    <AliasesInput />
    <TranslationInputs resource="rule-entries" />
    <PictureInput />
    <SectionsInput />
  </>
)
