/** Of the fields of pictures. */
export const pictures = {
  choose: 'Choose a picture',
  another: 'Choose another',
  add: 'Add a picture',
  remove: 'Remove',
  byAddress: 'Use an address instead',
  address: 'Address of a picture',
  uploaded: 'The picture is uploaded. Save to use it.',
  noPicture:
    'This file cannot be used. Choose a PNG, JPEG or WebP picture; a very large one may have to be made smaller first.',
}

export type Words = typeof pictures
