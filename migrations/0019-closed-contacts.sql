-- Best match puts people whose contact is closed behind the others of their step (docs/fit.md): it reads this index alone.
create index biodata_closed on biodata (number) where contact_for = 'nobody' and published;
