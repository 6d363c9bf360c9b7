import { FormDataConsumer, required, TextInput } from 'react-admin'
import type { DeskGlossaryBody } from '#contract/schemas/deskGlossary.ts'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskCreate, DeskEdit } from '../parts/DeskPages.tsx'
import { ParentInput } from '../parts/ParentInput.tsx'
import { asTyped, SectionsInput } from '../parts/SectionsInput.tsx'
import { PictureInput } from '../parts/UploadInput.tsx'
import { texts } from '../texts/texts.ts'

const { fields } = texts

const Fields = () => (
  <>
    <TextInput source="title" validate={required(texts.required)} />
    <ParentInput
      isRequired
      label={fields.type}
      reference="glossary-types"
      source="type_id"
      text="name"
    />
    <FormDataConsumer<Partial<DeskGlossaryBody>>>
      {({ formData }) =>
        formData.type_id && (
          <ParentInput
            filter={{ type_id: formData.type_id }}
            label={fields.subtype}
            reference="glossary-subtypes"
            source="subtype_id"
            text="name"
          />
        )
      }
    </FormDataConsumer>
    <TextInput defaultValue="" minRows={5} multiline parse={asTyped} source="description" />
    <PictureInput />
    <SectionsInput isContentRequired />
  </>
)

export const GlossaryCreate = () => (
  <DeskCreate redirect="list">
    <DeskForm>
      <Fields />
    </DeskForm>
  </DeskCreate>
)

export const GlossaryEdit = () => (
  <DeskEdit>
    <DeskForm>
      <Fields />
    </DeskForm>
  </DeskEdit>
)
