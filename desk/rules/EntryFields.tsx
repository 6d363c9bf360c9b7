import { FormDataConsumer, required, TextInput } from 'react-admin'
import type { RuleEntryBody } from '#contract/schemas/deskRules.ts'
import { ParentInput } from '../parts/ParentInput.tsx'
import { SectionsInput } from '../parts/SectionsInput.tsx'
import { PictureInput } from '../parts/UploadInput.tsx'
import { category, quickSubcategory, subcategory } from './parents.ts'

type Entry = Partial<RuleEntryBody>

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
          <ParentInput {...quickSubcategory} />
        ) : (
          <>
            <ParentInput {...category} />
            {category_id && <ParentInput filter={{ category_id }} {...subcategory} />}
          </>
        )
      }
    </FormDataConsumer>
    <PictureInput />
    <SectionsInput />
  </>
)
