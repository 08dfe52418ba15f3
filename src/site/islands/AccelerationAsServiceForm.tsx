import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { accelerationAsService } from '../../forms/definitions/acceleration-as-service.ts'

export const AccelerationAsServiceForm = ({ notice }: Standing) => (
  <ApplicationForm form={accelerationAsService} notice={notice} />
)
