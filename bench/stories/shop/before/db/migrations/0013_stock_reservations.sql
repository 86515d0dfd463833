-- Stock is reserved when an order is placed and taken off when it is packed.

alter table stock add column reserved int not null default 0;
alter table stock add constraint stock_reserved_check check (reserved >= 0 and reserved <= on_hand);

update stock s
   set reserved = least(s.on_hand, coalesce(open.quantity, 0))
  from (
      select l.product_id, sum(l.quantity)::int as quantity
        from order_lines l
        join orders o on o.id = l.order_id
       where o.status in ('placed', 'paid')
       group by l.product_id
  ) open
 where open.product_id = s.product_id;
