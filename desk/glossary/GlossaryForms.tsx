import { FormDataConsumer, required, TextInput } from 'react-admin'
import type { DeskGlossaryBody } from '#contract/schemas/deskGlossary.ts'
import { t } from '../i18n.ts'
import { DeskForm } from '../parts/DeskForm.tsx'
import { DeskCreate, DeskEdit } from '../parts/DeskPages.tsx'
import { ParentInput } from '../parts/ParentInput.tsx'
import { asTyped, SectionsInput } from '../parts/SectionsInput.tsx'
import { PictureInput } from '../parts/UploadInput.tsx'

const Fields = () => (
  <>
    <TextInput source="title" validate={required(t('ra.validation.required'))} />
    <ParentInput
      isRequired
      label={t('fields.type')}
      reference="glossary-types"
      source="type_id"
      text="name"
    />
    <FormDataConsumer<Partial<DeskGlossaryBody>>>
      {({ formData }) =>
        formData.type_id && (
          <ParentInput
            filter={{ type_id: formData.type_id }}
            label={t('fields.subtype')}
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
