-- How often the contact form was used from a network address (of IPv6 the /64, which is one household) since when.
create table contact_form_use (
  address inet primary key,
  since timestamptz not null,
  times integer not null
);
