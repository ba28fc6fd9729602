import { servePicture } from './serve-picture.ts'
import { uploadPicture } from './upload-picture.manage.ts'

/** Pictures that an organisation has uploaded: its logo, and those of its events. */
export const pictureOperations = [uploadPicture, servePicture]
